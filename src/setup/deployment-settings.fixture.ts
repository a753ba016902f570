import type { DeploymentSettings } from './deployment-settings.ts';

/** Settings of a registry on GitHub and Cloudflare. */
export function sampleSettings(changes: Partial<DeploymentSettings> = {}): DeploymentSettings {
  return {
    platform: 'github',
    site_name: 'Acme APIs',
    registry_url: 'https://registry.acme.org',
    site_url: 'https://www.acme.org',
    contact: 'mailto:registry@acme.org',
    repository: 'acme/registry',
    ...changes,
  };
}
