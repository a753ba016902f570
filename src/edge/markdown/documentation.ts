import type { Assets } from '../assets.ts';
import type { Addresses } from '../configuration.ts';
import { publishAnApi } from '../skills/publish-an-api.ts';
import { apiReference } from './api-reference.ts';
import { guidancePage } from './guidance-page.ts';
import { formerManifestReference, manifestReference } from './manifest-reference.ts';
import { problemsPage } from './problems-page.ts';
import { securityPage } from './security-page.ts';
import { TWIN } from './twin-address.ts';
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

/**
 * The documentation, in reading order. A page that is listed here joins llms.txt, llms-full.txt and the site map as soon
 * as it has Markdown. Where the site has no page at the path, its Markdown stands for the page.
 */
export const DOCUMENTATION: readonly DocumentationPage[] = [
  {
    path: '/docs/publishing/',
    title: 'Publishing in five minutes',
    summary: 'from an API to a listed API',
    markdown: publishAnApi.instructions,
  },
  {
    path: '/docs/manifest/',
    title: 'Manifest reference',
    summary: 'every member of format 0.3, with its rules and an example',
    markdown: manifestReference,
  },
  {
    path: '/docs/manifest/v0.2/',
    title: 'Manifest 0.2',
    summary: 'every member of the former format',
    markdown: formerManifestReference,
  },
  {
    path: '/docs/verification/',
    title: 'How verification works',
    summary: 'the checks, the lint rules, and what a status and a badge mean exactly',
    markdown: verificationPage,
  },
  {
    path: '/docs/agents/',
    title: 'Using it from an agent',
    summary: 'how to search, page, and read a listing, and how to call its API',
    markdown: guidancePage,
  },
  {
    path: '/docs/api/',
    title: 'API reference',
    summary: 'every operation, parameter, answer and schema',
    markdown: apiReference,
  },
  {
    path: '/docs/problems/',
    title: 'Problem types',
    summary: 'what each failure means, and what to do',
    markdown: problemsPage,
  },
  { path: '/docs/operating/', title: 'Operating your own registry', summary: 'running, building and deploying one' },
  {
    path: '/docs/security/',
    title: 'Reporting a weakness',
    summary: 'whom to tell, and how',
    markdown: securityPage,
  },
  { path: '/docs/licence/', title: 'Licence of the data', summary: 'what may be done with listings and schemas' },
  { path: '/docs/changelog/', title: 'Changelog', summary: 'what changed in the registry and in the format' },
];

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
  const file = await (await assets.fetch(path + TWIN))?.text();
  if (file !== undefined) return () => file;
  return markdown && (() => markdown(addresses));
}

/** `/docs/` as Markdown: the pages that there are. */
export function documentationIndex(texts: readonly DocumentationText[], { site }: Addresses): string {
  return `# Documentation\n\n${documentationLinks(texts, site)}\n`;
}

/** The pages as a list of links to their Markdown. */
export function documentationLinks(texts: readonly DocumentationText[], site: string): string {
  return texts
    .map(({ page: { path, title, summary } }) => `- [${title}](${site}${path}${TWIN}): ${summary}`)
    .join('\n');
}
