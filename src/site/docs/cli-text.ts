import type { Command, Reference, Row } from '../data/reference.ts';

/** The fragment of a command on the page. */
export function commandAnchor({ name }: Pick<Command, 'name'>): string {
  return `command-${name}`;
}

/** The commands as Markdown, with the same content as the page. */
export function commandList({ program: { variables, commands } }: Reference): string {
  return [...commands.map(commandText), '## Environment', rows(variables)].join('\n\n');
}

function commandText({ name, call, about, options, examples, exits }: Command): string {
  return [
    `## ${name}`,
    `\`${call}\``,
    ...about,
    'Options:',
    rows(options),
    'Examples:',
    rows(examples),
    'Exit status:',
    rows(exits),
  ].join('\n\n');
}

function rows(all: readonly Row[]): string {
  return all.map(([term, meaning]) => `- \`${term}\`: ${meaning}`).join('\n');
}
