import { meaning, type Term, title, values } from '#manifest/taxonomy.ts';
import { SITE_NAME } from '../site-name.ts';

/** The size that other sites show these pictures in (Open Graph). */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

/** The name of the picture that is of no category. */
const SITE = 'registry';

/** What a picture says, by its name. */
interface PreviewText {
  readonly title: string;
  readonly sentence: string;
}

/**
 * The pictures of the site: one for each category, and one for all other pages. A picture of each listing would double the
 * time of a build at ten thousand listings and add as many files to each deployment, for what the title and the text beside
 * a link say already; and it would need letters of every script that names are written in.
 */
export const PREVIEWS: ReadonlyMap<string, PreviewText> = new Map([
  ['registry', { title: SITE_NAME, sentence: 'Public APIs with machine-readable manifests and live checks.' }],
  ...values('categories').map(
    term => [term, { title: `${title('categories', term)} APIs`, sentence: meaning('categories', term) }] as const,
  ),
]);

/** The picture of a category, or of the site: its path, and what it says to who does not see it. */
export function previewOf(category?: Term<'categories'>): { readonly path: string; readonly alternative: string } {
  const name = category ?? SITE;
  const { title, sentence } = PREVIEWS.get(name) ?? { title: SITE_NAME, sentence: '' };
  return { path: `/previews/${name}.png`, alternative: `${title}. ${sentence}` };
}
