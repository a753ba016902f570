import { settings } from './settings.ts';

/**
 * Where scripts of the pages ask the registry and the validator, without a trailing slash. Where they share the site's
 * address, it is left out, so that the pages work under whatever name somebody reaches them.
 */
export const toRegistryUrl = fromPages(settings.registryUrl);
export const toValidatorUrl = fromPages(settings.validatorUrl);

function fromPages(address: string): string {
  return address === settings.siteUrl || address.startsWith(`${settings.siteUrl}/`)
    ? address.slice(settings.siteUrl.length)
    : address;
}
