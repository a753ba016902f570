import type { Finding } from '#manifest/finding.ts';

/** A manifest as it was served. */
export interface ManifestDocument {
  readonly value: unknown;
  /** Of the bytes served. */
  readonly sha256: string;
  /** What a strict reader of its text would have liked otherwise. */
  readonly warnings: readonly Finding[];
  /** Whether the server said that it is still the known one. */
  readonly notModified: boolean;
  readonly etag?: string;
  readonly lastModified?: string;
}

/** A manifest as recorded earlier. */
export interface KnownManifest {
  readonly value: unknown;
  readonly sha256: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}
