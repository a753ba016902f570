import type { Instant } from '#contract/instant.ts';
import type { Addresses } from '#edge/config.ts';
import type { PublicKey } from '#listing/export/signing-key.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { Part, Tree } from './tree.ts';

/** The inputs of a registry build. */
export interface RegistryBuild {
  readonly directories: DataDirectories;
  readonly addresses: Addresses;
  /** Skips broken records. Standard error reports each in any case. */
  readonly skipInvalid: boolean;
  /** The full hash of the commit that is built; null if unknown. */
  readonly commit?: string | null;
  /** The public keys to publish. A build never has the private key; a separate step signs its output. */
  readonly publicKeys?: readonly PublicKey[];
  /** Omits everything but pages, search, badges, and export, because a server responds for the rest. */
  readonly isServed?: boolean;
}

/** The inputs, with what `buildRegistry` reads once for all parts. */
export interface StartedBuild extends RegistryBuild {
  /** When the last run of revalidation completed. */
  readonly lastRunAt: Instant | undefined;
}

/** What a thread of the build receives when the cards are saved. */
export interface PartStart {
  /** Whether all files of the last good build are known to be as recorded. */
  readonly isAsRecorded: boolean;
}

/** The input of a thread of the build. The cards of all listings are next to the tree. */
export interface PartWork {
  readonly parts: readonly Part[];
  readonly build: StartedBuild;
  readonly tree: Tree;
  /** Identifies the sources of the build and its URLs. */
  readonly key: string;
}
