import { meaning, title, values } from '#manifest/taxonomy.ts';
import { COLLECTIONS } from '#query/collections.ts';
import { settings } from '../settings.ts';

/** The size of preview images (Open Graph). */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

/** The name of the image without a category. */
const SITE = 'registry';

/** The prefix of the names of images of collections, which may be named like a category. */
export const COLLECTION = 'collection-';

/** The text of a preview image. */
interface PreviewText {
  readonly title: string;
  readonly sentence: string;
}

/**
 * The preview images: one per category and per collection, and one for all other pages. Images per listing would double the build time for
 * ten thousand listings, add as many files, repeat the title and text of the link, and need glyphs for every script.
 */
export const PREVIEWS: ReadonlyMap<string, PreviewText> = new Map([
  ['registry', { title: settings.siteName, sentence: 'Public APIs with machine-readable manifests and live checks.' }],
  ...values('categories').map(
    term => [term, { title: `${title('categories', term)} APIs`, sentence: meaning('categories', term) }] as const,
  ),
  ...COLLECTIONS.map(
    ({ id, title: name, description }) => [`${COLLECTION}${id}`, { title: name, sentence: description }] as const,
  ),
]);

/**
 * The preview image of a category or the site: its path and its alternative text.
 * @param name a category, or a collection with its prefix
 */
export function getPreview(name: string = SITE): { readonly path: string; readonly alternative: string } {
  const { title, sentence } = PREVIEWS.get(name) ?? { title: settings.siteName, sentence: '' };
  return { path: `/previews/${name}.png`, alternative: `${title}. ${sentence}` };
}
