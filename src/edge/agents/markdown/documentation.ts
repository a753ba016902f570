import documentation from '#registry/documentation.json' with { type: 'json' };
import type { Assets } from '../../catalog/assets.ts';
import type { Addresses } from '../../config.ts';
import { publishAnApi } from '../skills/publish-an-api.ts';
import { apiReference, resourceReference, schemaReference } from './api-reference.ts';
import { guidancePage } from './guidance-page.ts';
import { formerManifestReference, manifestReference } from './manifest-reference.ts';
import { MARKDOWN_INDEX } from './markdown-url.ts';
import { problemsPage } from './problems-page.ts';
import { securityPage } from './security-page.ts';
import { verificationPage } from './verification-page.ts';

/** A page of the documentation. */
export interface DocumentationPage {
  /** The path of the page on the site. Its Markdown is at `index.md` below that path. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** Generates the Markdown from data of the code, unless the build has a file with the Markdown. */
  readonly markdown?: (addresses: Addresses) => string;
}

/** A page and a function that returns its Markdown. */
export interface DocumentationText {
  readonly page: DocumentationPage;
  readonly text: () => string;
}

/** The generators of pages that are not written by hand. */
const GENERATORS: Readonly<Partial<Record<keyof typeof documentation, (addresses: Addresses) => string>>> = {
  '/docs/publishing/': publishAnApi.instructions,
  '/docs/manifest/': manifestReference,
  '/docs/manifest/v0.2/': formerManifestReference,
  '/docs/verification/': verificationPage,
  '/docs/agents/': addresses => guidancePage(addresses),
  '/docs/api/': apiReference,
  '/docs/api/listings/': addresses => resourceReference('Listings', addresses),
  '/docs/api/categories/': addresses => resourceReference('Categories', addresses),
  '/docs/api/submissions/': addresses => resourceReference('Submissions', addresses),
  '/docs/api/validation/': addresses => resourceReference('Validation', addresses),
  '/docs/api/export/': addresses => resourceReference('Export', addresses),
  '/docs/api/documents/': addresses => resourceReference('Documents', addresses),
  '/docs/api/schemas/': schemaReference,
  '/docs/problems/': problemsPage,
  '/docs/security/': securityPage,
};

/**
 * The pages under `/docs/`, in reading order. llms.txt, llms-full.txt, and the sitemap include all pages that
 * have Markdown. If the site has no HTML for a path, the application serves the Markdown there.
 */
export const DOCUMENTATION: readonly DocumentationPage[] = Object.entries(documentation)
  .filter(([path]) => path !== '/docs/')
  .map(([path, { title, summary }]) => {
    const markdown = (GENERATORS as Readonly<Record<string, DocumentationPage['markdown']>>)[path];
    return { path, title, summary, ...(markdown && { markdown }) };
  });

/** Returns the available pages with their Markdown. */
export async function documentationTexts(addresses: Addresses, assets: Assets): Promise<readonly DocumentationText[]> {
  const texts = await Promise.all(DOCUMENTATION.map(page => documentationText(page, addresses, assets)));
  return DOCUMENTATION.flatMap((page, at) => (texts[at] === undefined ? [] : [{ page, text: texts[at] }]));
}

/** Returns a function that returns the Markdown of a page; undefined if it has none. */
export async function documentationText(
  { path, markdown }: DocumentationPage,
  addresses: Addresses,
  assets: Assets,
): Promise<(() => string) | undefined> {
  const file = await (await assets.fetch(path + MARKDOWN_INDEX))?.text();
  if (file !== undefined) return () => file;
  return markdown && (() => markdown(addresses));
}

/** Creates the Markdown of `/docs/`, a list of the available pages. */
export function documentationIndex(texts: readonly DocumentationText[], { site }: Addresses): string {
  const { title, summary } = documentation['/docs/'];
  return `# ${title}\n\n${summary}\n\n${documentationLinks(texts, site)}\n`;
}

/** Formats pages as a list of links to their Markdown. */
export function documentationLinks(texts: readonly DocumentationText[], site: string): string {
  return texts
    .map(({ page: { path, title, summary } }) => `- [${title}](${site}${path}${MARKDOWN_INDEX}): ${summary}`)
    .join('\n');
}
