import { sha256Hex } from '#listing/encoding/sha256.ts';
import type { RowText } from '#query/row-text.ts';
import { type Digest, tagOf } from '../middleware/conditional.ts';
import type { CollectionPage } from './collection.ts';
import { whenReady } from './when-ready.ts';

/**
 * Returns the strong ETag of a page: a hash of the hashes of its rows and of the text around them. Rows keep their hashes,
 * so that a page takes a fraction of the time that hashing its whole body takes. Equal pages have equal tags on all hosts
 * and after a restart.
 */
export function tagOfPage(
  { frame, rows }: Pick<CollectionPage, 'frame' | 'rows'>,
  digest: Digest = sha256Hex,
): string | Promise<string> {
  let digests = '';
  const missing: Promise<void>[] = [];
  for (const row of rows) {
    const known = row.digest ?? keepDigest(row, digest);
    if (typeof known === 'string') digests += known;
    else missing.push(known.then(() => undefined));
  }
  return missing.length === 0
    ? tagOf(frame + digests, digest)
    : Promise.all(missing).then(() => tagOf(frame + rows.map(row => row.digest).join(''), digest));
}

/** Hashes a row, and keeps half of the hash, as in a tag. Only the row keeps the hash: a Worker must not wait for the promise of another request. */
function keepDigest(row: RowText, digest: Digest): string | Promise<string> {
  return whenReady(digest(row.bytes), hash => {
    row.digest = hash.slice(0, 32);
    return row.digest;
  });
}
