import * as changelog from '../../../CHANGELOG.md';
import { measurementMarkdown } from '../performance/measurement-text.ts';
import type { Reference } from '../reference.ts';
import * as agents from './agents.md';
import { type ChapterPath, chapterAt } from './chapters.ts';
import * as command from './command.md';
import { commandList } from './command-text.ts';
import * as licence from './licence.md';
import * as operating from './operating.md';
import measurement from './performance.json' with { type: 'json' };
import * as performance from './performance.md';
import { filledIn, type Places } from './placeholders.ts';
import * as publishing from './publishing.md';

/** A handwritten page and the Markdown that the page adds to it. */
interface WrittenText {
  readonly path: ChapterPath;
  readonly text: { rawContent(): string };
  readonly addition?: (reference: Reference) => string;
}

const TEXTS: readonly WrittenText[] = [
  { path: '/docs/publishing/', text: publishing },
  { path: '/docs/command/', text: command, addition: commandList },
  { path: '/docs/agents/', text: agents, addition: toolList },
  { path: '/docs/operating/', text: operating },
  { path: '/docs/performance/', text: performance, addition: () => measurementMarkdown(measurement) },
  { path: '/docs/licence/', text: licence },
  { path: '/docs/changelog/', text: changelog },
];

/** The Markdown versions of the handwritten pages, by path. The application generates the others. */
export function writtenTwins(reference: Reference, places: Places): ReadonlyMap<ChapterPath, string> {
  return new Map(
    TEXTS.map(({ path, text, addition }) => {
      const { title, summary } = chapterAt(path).chapter;
      const body = text
        .rawContent()
        .replace(/^# .*\n/, '')
        .trim();
      const parts = [`# ${title}`, summary, filledIn(body, places), ...(addition ? [addition(reference)] : [])];
      return [path, `${parts.join('\n\n')}\n`];
    }),
  );
}

function toolList({ tools }: Reference): string {
  return ['## Tools', tools.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')].join('\n\n');
}
