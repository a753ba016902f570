import * as changelog from '../../../CHANGELOG.md';
import type { Reference } from '../data/reference.ts';
import { measurementMarkdown } from '../performance/measurement-text.ts';
import * as agents from './agents.md';
import { type ChapterPath, findChapter } from './chapters.ts';
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

/** A handwritten page and the Markdown that the page adds to it. */
interface WrittenText {
  readonly path: ChapterPath;
  readonly text: { rawContent(): string };
  readonly addition?: (reference: Reference) => string;
}

const TEXTS: readonly WrittenText[] = [
  { path: '/docs/publishing/', text: publishing },
  { path: '/docs/cli/', text: command, addition: commandList },
  { path: '/docs/agents/', text: agents, addition: toolList },
  { path: '/docs/self-hosting/', text: operating },
  { path: '/docs/runbooks/', text: runbooks },
  { path: '/docs/scale/', text: scale },
  { path: '/docs/performance/', text: performance, addition: () => measurementMarkdown(measurement) },
  { path: '/docs/license/', text: license },
  { path: '/docs/changelog/', text: changelog },
];

/** The Markdown versions of the handwritten pages, by path. The application generates the others. */
export function writeMarkdownPages(reference: Reference, places: Places): ReadonlyMap<ChapterPath, string> {
  return new Map(
    TEXTS.map(({ path, text, addition }) => {
      const { title, summary } = findChapter(path).chapter;
      const body = text
        .rawContent()
        .replace(/^# .*\n/, '')
        .trim();
      const parts = [`# ${title}`, summary, fillPlaceholders(body, places), ...(addition ? [addition(reference)] : [])];
      return [path, `${parts.join('\n\n')}\n`];
    }),
  );
}

function toolList({ tools }: Reference): string {
  return ['## Tools', tools.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')].join('\n\n');
}
