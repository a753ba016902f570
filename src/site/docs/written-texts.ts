import * as changelog from '../../../CHANGELOG.md';
import type { Reference } from '../data/reference.ts';
import { measurementMarkdown } from '../performance/measurement-text.ts';
import * as agents from './agents.md';
import { type ChapterPath, chapterAt } from './chapters.ts';
import * as command from './cli.md';
import { commandList } from './cli-text.ts';
import * as license from './license.md';
import measurement from './performance.json' with { type: 'json' };
import * as performance from './performance.md';
import { filledIn, type Places } from './placeholders.ts';
import * as publishing from './publishing.md';
import * as operating from './self-hosting.md';

/** A chapter that was written by hand, and what the page adds to it, as Markdown. */
interface WrittenText {
  readonly path: ChapterPath;
  readonly text: { rawContent(): string };
  readonly addition?: (reference: Reference) => string;
}

const TEXTS: readonly WrittenText[] = [
  { path: '/docs/publishing/', text: publishing },
  { path: '/docs/cli/', text: command, addition: commandList },
  { path: '/docs/agents/', text: agents, addition: toolList },
  { path: '/docs/self-hosting/', text: operating, addition: settingList },
  { path: '/docs/performance/', text: performance, addition: () => measurementMarkdown(measurement) },
  { path: '/docs/license/', text: license },
  { path: '/docs/changelog/', text: changelog },
];

/** The Markdown twins of the chapters that were written by hand, by their path; the others' are made elsewhere. */
export function writeMarkdownPages(reference: Reference, places: Places): ReadonlyMap<ChapterPath, string> {
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
  return ['## Its tools', tools.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')].join(
    '\n\n',
  );
}

function settingList({ settings }: Reference): string {
  const lines = Object.entries(settings).map(
    ([name, setting]) => `- \`${name}\`: ${setting.meaning} (default: \`${setting.default}\`)`,
  );
  return ['## Settings', lines.join('\n')].join('\n\n');
}
