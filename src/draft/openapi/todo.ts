/** The prefix of placeholder texts. The lint rule placeholder-text reports it. */
const PREFIX = 'TODO: ';

/**
 * Creates a placeholder that describes the text to write.
 *
 * @param minLength pads the placeholder to the minimum length of the member
 */
export function withTodo(description: string, minLength = 0): string {
  const text = `${PREFIX}${description}`;
  const missing = minLength - [...text].length;
  return missing > 0 ? `${text} ${'…'.repeat(missing)}` : text;
}

/** Whether a text is a placeholder, which the publisher still has to replace. */
export function isTodo(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith(PREFIX);
}
