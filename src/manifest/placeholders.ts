/**
 * A placeholder in a path: `{id}`, `<id>`, or `<int:id>` anywhere, `[id]` as a segment, and `:id` at the start of a segment or
 * of a query value, or after a dot or a hyphen: `/:from-:to`. After other characters, a colon is literal: `/things/{id}:cancel`.
 */
export const PLACEHOLDER = /\{[^{}/]+\}|<[^<>/]+>|(?<=[/=.-]):[A-Za-z_]\w*|(?<=\/)\[[^\][/]+\]/g;

/** Whether a text has a character that starts a placeholder. Most paths have none, and a manifest can have 10,000 paths. */
export function mayHavePlaceholder(text: string): boolean {
  return /[{<:[]/.test(text);
}

/** Returns the names of the placeholders in a path, in order. */
export function listPlaceholders(path: string): readonly string[] {
  return mayHavePlaceholder(path) ? (path.match(PLACEHOLDER) ?? []).map(getPlaceholderName) : [];
}

/** Returns the name in a placeholder, without its converter: `id` in `<int:id>`. */
export function getPlaceholderName(placeholder: string): string {
  if (placeholder.startsWith(':')) return placeholder.slice(1);
  const text = placeholder.slice(1, -1);
  return placeholder.startsWith('<') ? text.slice(text.lastIndexOf(':') + 1) : text;
}
