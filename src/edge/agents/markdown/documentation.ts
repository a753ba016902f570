import documentation from '#registry/documentation.json' with { type: 'json' };
import type { Assets } from '../../catalog/assets.ts';
import type { Addresses } from '../../config.ts';
import { publishAnApi } from '../skills/publish-an-api.ts';
import { apiReference } from './api-reference.ts';
import { guidancePage } from './guidance-page.ts';
import { formerManifestReference, manifestReference } from './manifest-reference.ts';
import { MARKDOWN_INDEX } from './markdown-url.ts';
import { problemsPage } from './problems-page.ts';
import { securityPage } from './security-page.ts';
import { verificationPage } from './verification-page.ts';

/** A page of the documentation. */
export interface DocumentationPage {
  /** The path of the page on the site; its Markdown is below it, at `index.md`. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** Its Markdown, made from what the code is made from; where the build has a file of it, that file counts. */
  readonly markdown?: (addresses: Addresses) => string;
}

/** A page and its Markdown, which is made when it is asked for. */
export interface DocumentationText {
  readonly page: DocumentationPage;
  readonly text: () => string;
}

/** What the Markdown of a page is made with, where that is not a text of the site's. */
const MADE: Readonly<Partial<Record<keyof typeof documentation, (addresses: Addresses) => string>>> = {
  '/docs/publishing/': publishAnApi.instructions,
  '/docs/manifest/': manifestReference,
  '/docs/manifest/v0.2/': formerManifestReference,
  '/docs/verification/': verificationPage,
  '/docs/agents/': guidancePage,
  '/docs/api/': apiReference,
  '/docs/problems/': problemsPage,
  '/docs/security/': securityPage,
};

/**
 * The documentation below `/docs/`, in reading order. A page joins llms.txt, llms-full.txt and the site map as soon as it
 * has Markdown. Where the site has no page at the path, its Markdown stands for the page.
 */
export const DOCUMENTATION: readonly DocumentationPage[] = Object.entries(documentation)
  .filter(([path]) => path !== '/docs/')
  .map(([path, { title, summary }]) => {
    const markdown = (MADE as Readonly<Record<string, DocumentationPage['markdown']>>)[path];
    return { path, title, summary, ...(markdown && { markdown }) };
  });

/** The pages that there are, with their Markdown. */
export async function documentationTexts(addresses: Addresses, assets: Assets): Promise<readonly DocumentationText[]> {
  const texts = await Promise.all(DOCUMENTATION.map(page => documentationText(page, addresses, assets)));
  return DOCUMENTATION.flatMap((page, at) => (texts[at] === undefined ? [] : [{ page, text: texts[at] }]));
}

/** What gives the Markdown of one page; undefined where there is none. */
export async function documentationText(
  { path, markdown }: DocumentationPage,
  addresses: Addresses,
  assets: Assets,
): Promise<(() => string) | undefined> {
  const file = await (await assets.fetch(path + MARKDOWN_INDEX))?.text();
  if (file !== undefined) return () => file;
  return markdown && (() => markdown(addresses));
}

/** `/docs/` as Markdown: the pages that there are. */
export function documentationIndex(texts: readonly DocumentationText[], { site }: Addresses): string {
  const { title, summary } = documentation['/docs/'];
  return `# ${title}\n\n${summary}\n\n${documentationLinks(texts, site)}\n`;
}

/** The pages as a list of links to their Markdown. */
export function documentationLinks(texts: readonly DocumentationText[], site: string): string {
  return texts
    .map(({ page: { path, title, summary } }) => `- [${title}](${site}${path}${MARKDOWN_INDEX}): ${summary}`)
    .join('\n');
}
