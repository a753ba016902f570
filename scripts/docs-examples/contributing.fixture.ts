/** A worked example: a heading and its edits to files. */
export interface Example {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** A file path on a separate line, and the code block below it. */
export interface Edit {
  readonly file: string;
  readonly block: Block;
}

interface Block {
  /** `diff` changes an existing file. Any other language creates a file. */
  readonly language: string;
  readonly text: string;
}

/** Returns the worked examples of a guide: the third-level headings that contain edits. */
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
 * Applies an edit to a file. A `diff` contains added lines and their context; each hunk must match the file exactly
 * once.
 *
 * @throws Error with the hunk that does not match
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
