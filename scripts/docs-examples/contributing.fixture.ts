/** A worked example: a heading, and what it does to files. */
export interface Example {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** A file, named on a line of its own, and the block below that line. */
export interface Edit {
  readonly file: string;
  readonly block: Block;
}

interface Block {
  /** `diff` changes a file that is there; anything else is a new one. */
  readonly language: string;
  readonly text: string;
}

/** The worked examples of a guide: its headings of the third level that have any. */
export function examplesIn(markdown: string): readonly Example[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map(section => {
      const edits = section.matchAll(/^`([\w./-]+)`\n\n```(\w+)\n(.*?)^```$/gms);
      return {
        title: section.slice(0, section.indexOf('\n')),
        edits: Array.from(edits, ([, file = '', language = '', text = '']) => ({ file, block: { language, text } })),
      };
    })
    .filter(({ edits }) => edits.length > 0);
}

/**
 * A file after an edit. The lines of a `diff` are those around the place, with what is added; each place has to be in the
 * file, once.
 *
 * @throws Error naming the place that is not
 */
export function applied(before: string, { language, text }: Block, file: string): string {
  if (language !== 'diff') return text;
  return text.split(/^@@\n/m).reduce((content, place) => {
    const lines = place.replace(/\n$/, '').split('\n');
    const kept = lines.filter(line => line.startsWith(' ')).map(line => line.slice(1));
    const strange = lines.find(line => !/^[ +]/.test(line));
    if (strange !== undefined) throw new Error(`${file}: "${strange}" begins with neither a space nor a plus sign.`);
    const old = `${kept.join('\n')}\n`;
    if (kept.length === 0 || content.split(old).length !== 2)
      throw new Error(`${file} does not have these lines exactly once:\n${old}`);
    return content.replace(old, () => `${lines.map(line => line.slice(1)).join('\n')}\n`);
  }, before);
}
