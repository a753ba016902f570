import type { Addresses } from '#edge/config.ts';
import type { PublicKey } from '#listing/export/signing-key.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { Part, Tree } from './tree.ts';

/** What a registry is built from. */
export interface RegistryBuild {
  readonly directories: DataDirectories;
  readonly addresses: Addresses;
  /** Leave broken records out; each is told on standard error either way. */
  readonly skipInvalid: boolean;
  /** The commit that it is built from, in full; null where nobody knows it. */
  readonly commit?: string | null;
  /** The public keys to publish. A build never has the private key; a separate step signs its output. */
  readonly publicKeys?: readonly PublicKey[];
  /** A server answers for what is not pages, search, badges and export; so that is left out. */
  readonly isServed?: boolean;
}

/** What a thread of the build is given; it finds the cards of all listings beside the tree. */
export interface PartWork {
  readonly part: Part;
  readonly build: RegistryBuild;
  readonly tree: Tree;
  /** Names the sources of the build and its addresses. */
  readonly key: string;
}
