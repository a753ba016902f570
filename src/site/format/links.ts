/** What a publisher's contact text turned out to be. */
export type ContactText =
  | { readonly kind: 'email'; readonly href: string; readonly text: string }
  | { readonly kind: 'address'; readonly href: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** Longer addresses are not for following. */
const LONGEST = 2000;

/**
 * Decides whether a publisher's text becomes a link: only a whole http(s) address does, and none that carries a user
 * name, because `https://bank.example@evil.example/` reads as another place.
 *
 * @returns the address in the one form that all programs read alike, or null
 */
export function toLink(text: string): string | null {
  if (text.length > LONGEST || !/^https?:\/\/[^\s\p{C}\\]+$/iu.test(text)) return null;
  const url = URL.parse(text);
  const isPlain = url && url.username === '' && url.password === '' && !/["<>]/.test(url.href);
  return isPlain ? url.href : null;
}

/** Reads a contact: an e-mail address, with or without `mailto:`, an http(s) address, or free text. */
export function parseContact(text: string): ContactText {
  const address = text.replace(/^mailto:/i, '');
  // Only plain addresses: a mailto link could otherwise carry a subject, a body or further recipients.
  if (/^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(address)) {
    return { kind: 'email', href: `mailto:${address}`, text: address };
  }
  const href = toLink(text);
  return href === null ? { kind: 'text', text } : { kind: 'address', href, text };
}
