import { parseOrigin } from '#listing/origin.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Addresses } from '../config.ts';

/** The example listing of the guidance. */
export interface ExampleApi {
  readonly url: string;
  readonly description: string;
}

/** Returns the listing of the registry itself if it exists, because it is verified and complete. */
export async function findExampleApi(catalog: Catalog, { registry }: Addresses): Promise<ExampleApi> {
  const own = parseOrigin(registry);
  if (own.ok && (await catalog.listing(own.value.id)) !== undefined) {
    return {
      url: `${registry}/listings/${encodeURIComponent(own.value.id)}.json`,
      description: 'The listing of this registry, with a complete manifest, as an example.',
    };
  }
  return createDefaultExample({ registry });
}

/** Returns the example of pages that are the same for all data. */
export function createDefaultExample({ registry }: Pick<Addresses, 'registry'>): ExampleApi {
  return {
    url: `${registry}/listings/api.open-meteo.com.json`,
    description: 'The listing of a free weather API that needs no key, as an example.',
  };
}
