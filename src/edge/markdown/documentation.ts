import type { Addresses } from '../configuration.ts';
import { apiReference } from './api-reference.ts';
import { guidancePage } from './guidance-page.ts';
import { manifestReference } from './manifest-reference.ts';
import { problemsPage } from './problems-page.ts';
import { securityPage } from './security-page.ts';
import { verificationPage } from './verification-page.ts';

/** A page of the documentation whose Markdown is made from what the code is made from. */
export interface DocumentationPage {
  /** The path of the page on the site; its Markdown is below it, at `index.md`. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly markdown: (addresses: Addresses) => string;
}

/**
 * The documentation, in reading order. What is listed here is in llms.txt, in llms-full.txt and in the site map, and
 * has a Markdown twin; where the site has no page at the path, its Markdown stands for the page.
 */
export const DOCUMENTATION: readonly DocumentationPage[] = [
  {
    path: '/docs/agents/',
    title: 'Guidance for agents',
    summary: 'how to search, page, and read a listing, and how to list an API',
    markdown: guidancePage,
  },
  {
    path: '/docs/manifest/',
    title: 'Manifest reference',
    summary: 'every member of both versions of the format, with its rules',
    markdown: manifestReference,
  },
  {
    path: '/docs/api/',
    title: 'API reference',
    summary: 'every operation, parameter, answer and schema',
    markdown: apiReference,
  },
  {
    path: '/docs/verification/',
    title: 'How verification works',
    summary: 'the checks, the lint rules, and what a status and a badge mean exactly',
    markdown: verificationPage,
  },
  {
    path: '/docs/problems/',
    title: 'Problem types',
    summary: 'what each failure means, and what to do',
    markdown: problemsPage,
  },
  {
    path: '/docs/security/',
    title: 'Reporting a weakness',
    summary: 'whom to tell, and how',
    markdown: securityPage,
  },
];
