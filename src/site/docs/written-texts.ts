import * as changelog from '../../../CHANGELOG.md';
import type { Reference } from '../data/reference.ts';
import { measurementMarkdown } from '../performance/measurement-text.ts';
import * as agents from './agents.md';
import { type ChapterPath, findChapter, HANDWRITTEN, type WrittenPath } from './chapters.ts';
import * as command from './cli.md';
import { commandList } from './cli-text.ts';
import * as license from './license.md';
import measurement from './performance.json' with { type: 'json' };
import * as performance from './performance.md';
import { fillPlaceholders, type Places } from './placeholders.ts';
import * as publishing from './publishing.md';
import * as runbooks from './runbooks.md';
import * as scale from './scale.md';
import * as operating from './self-hosting.md';
import * as verification from './verification.md';
import { verificationLists } from './verification-text.ts';

/** The text of a handwritten page, and the Markdown that the page adds to it. */
interface WrittenText {
  readonly text: { rawContent(): string };
  readonly addition?: (reference: Reference) => string;
}

const TEXTS: Readonly<Record<WrittenPath, WrittenText>> = {
  '/docs/publishing/': { text: publishing },
  '/docs/cli/': { text: command, addition: commandList },
  '/docs/verification/': { text: verification, addition: verificationLists },
  '/docs/agents/': { text: agents, addition: toolList },
  '/docs/self-hosting/': { text: operating },
  '/docs/runbooks/': { text: runbooks },
  '/docs/scale/': { text: scale },
  '/docs/performance/': { text: performance, addition: () => measurementMarkdown(measurement) },
  '/docs/license/': { text: license },
  '/docs/changelog/': { text: changelog },
};

/** The Markdown versions of the handwritten pages, by path. The application generates the others. */
export function writeMarkdownPages(reference: Reference, places: Places): ReadonlyMap<ChapterPath, string> {
  return new Map(HANDWRITTEN.map(path => [path, writeMarkdownPage(path, reference, places)]));
}

/** Returns the Markdown version of a handwritten page. */
export function writeMarkdownPage(path: WrittenPath, reference: Reference, places: Places): string {
  const { text, addition } = TEXTS[path];
  const { title, summary } = findChapter(path).chapter;
  const body = text
    .rawContent()
    .replace(/^# .*\n/, '')
    .trim();
  const parts = [`# ${title}`, summary, fillPlaceholders(body, places), ...(addition ? [addition(reference)] : [])];
  return `${parts.join('\n\n')}\n`;
}

function toolList({ tools }: Reference): string {
  return ['## Tools', tools.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')].join('\n\n');
}
