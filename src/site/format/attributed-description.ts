import type { ListingRecord } from '#listing/listing-record.ts';
import { beginning } from './text.ts';

/**
 * The beginning of an API's description where it stands without the page around it, such as beside a link on another
 * site: in quotation marks, after whose words they are, so that nobody takes them for the registry's.
 */
export function attributedDescription({ manifest, source }: ListingRecord, length: number): string {
  const words = beginning(manifest.description, length).replace(/[“”]/g, '"');
  return `${source.type === 'publisher' ? 'By its publisher' : 'By its documentation'}: “${words}”`;
}
