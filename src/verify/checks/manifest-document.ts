import type { Finding } from '#manifest/finding.ts';

/** A fetched manifest, valid or not. */
export interface ManifestDocument {
  readonly value: unknown;
  /** The digest of the response body. */
  readonly sha256: string;
  /** Warnings of the JSON parser. */
  readonly warnings: readonly Finding[];
  /** Whether the server returned 304 for the known manifest. */
  readonly notModified: boolean;
  readonly etag?: string;
  readonly lastModified?: string;
}

/** A manifest of an earlier fetch. */
export interface KnownManifest {
  readonly value: unknown;
  readonly sha256: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}
