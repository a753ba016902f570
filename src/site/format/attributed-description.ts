import { beginning } from '#listing/display/single-line.ts';
import type { ListingRecord } from '#listing/listing-record.ts';

/**
 * The beginning of a description for use outside of its page, such as in link previews: in quotation marks, with its
 * author, so that it does not read as the registry's own text.
 */
export function formatAttributedDescription({ manifest, source }: ListingRecord, length: number): string {
  const words = beginning(manifest.description, length).replace(/[“”]/g, '"');
  return `${source.type === 'publisher' ? 'By its publisher' : 'By its documentation'}: “${words}”`;
}
