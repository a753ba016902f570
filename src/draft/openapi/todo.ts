/** How a text begins that somebody has to write; the lint of the format warns of it. */
const MARK = 'TODO: ';

/** A text in place of one that is not known: it says what to write, and passes for one of at least `least` characters. */
export function withTodo(wanted: string, least = 0): string {
  const text = `${MARK}${wanted}`;
  const missing = least - [...text].length;
  return missing > 0 ? `${text} ${'…'.repeat(missing)}` : text;
}

export function isTodo(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith(MARK);
}
