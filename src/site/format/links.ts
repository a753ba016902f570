/** The kind of a publisher's contact. */
export type ContactText =
  | { readonly kind: 'email'; readonly href: string; readonly text: string }
  | { readonly kind: 'address'; readonly href: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** The maximum length of a URL that becomes a link. */
const LONGEST = 2000;

/**
 * Returns the URL for a link to a publisher's text, or null. Only http and https URLs become links, and only without
 * credentials, because `https://bank.example@evil.example/` looks like another host.
 *
 * @returns the normalized URL, or null
 */
export function toLink(text: string): string | null {
  if (text.length > LONGEST || !/^https?:\/\/[^\s\p{C}\\]+$/iu.test(text)) return null;
  const url = URL.parse(text);
  const isPlain = url && url.username === '' && url.password === '' && !/["<>]/.test(url.href);
  return isPlain ? url.href : null;
}

/** Parses a contact: an email address, with or without `mailto:`, an http or https URL, or free text. */
export function parseContact(text: string): ContactText {
  const address = text.replace(/^mailto:/i, '');
  // Only plain addresses, because a mailto link could add a subject, a body, or other recipients.
  if (/^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(address)) {
    return { kind: 'email', href: `mailto:${address}`, text: address };
  }
  const href = toLink(text);
  return href === null ? { kind: 'text', text } : { kind: 'address', href, text };
}
