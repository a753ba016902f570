import { createApp } from '#edge/app.ts';
import type { Assets } from '#edge/assets.ts';
import type { Catalogue } from '#edge/catalogue.ts';
import type { Addresses } from '#edge/configuration.ts';

/** What the application answers from. */
export interface AnswerSource {
  readonly catalogue: Catalogue;
  readonly addresses: Addresses;
}

/** The application's own answers as bytes, so that files cannot differ from them. */
export function answersOf(
  { addresses, catalogue }: AnswerSource,
  assets: Assets,
): (place: string) => Promise<Uint8Array> {
  // Files have no tags.
  const app = createApp({ addresses, catalogue: () => catalogue, assets, digest: () => '' });
  return async place => {
    const response = await app.fetch(new Request(addresses.registry + place));
    if (!response.ok) throw new Error(`${place} cannot be written: ${response.status} ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}
