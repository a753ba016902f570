import type { Contact, Manifest03 } from '#manifest/manifest.ts';
import { listIn, type Node, objectIn } from './document/node.ts';
import { countCodePoints, toPlainLine, toPlainText, toSentence } from './texts/plain-text.ts';
import { toSemanticVersion } from './texts/semantic-version.ts';
import { toWebUrl } from './texts/url.ts';

/** Returns the title as a name of 3 to 100 characters. Undefined if it is shorter. */
export function convertName({ info }: Node): Pick<Manifest03, 'name'> | undefined {
  const name = toPlainLine(objectIn(info).title, 100);
  return countCodePoints(name) >= 3 ? { name } : undefined;
}

/** Converts the version to a semantic version, with a note if it changed. */
export function convertVersion({ info }: Node): { readonly version: string; readonly notes: readonly string[] } {
  const declared = toPlainLine(objectIn(info).version, 100);
  const parsed = toSemanticVersion(declared);
  if (parsed?.exact) return { version: parsed.version, notes: [] };
  if (parsed) return { version: parsed.version, notes: [`Converted the version "${declared}" to ${parsed.version}.`] };
  const reason = declared === '' ? 'The document declares no version' : `The version "${declared}" contains no number`;
  return { version: '0.0.0', notes: [`${reason}. The manifest has the version 0.0.0.`] };
}

/** The minimum length of descriptions in the format. */
const MIN_LENGTH = 100;
const MAX_LENGTH = 2000;

/** Converts the description. Extends a short one with the descriptions of tags. If it is still too short, returns a hint. */
export function convertDescription(document: Node): {
  readonly known: Partial<Pick<Manifest03, 'description'>>;
  readonly hints: { readonly description?: string };
} {
  const info = objectIn(document.info);
  const text = toPlainText(info.description, MAX_LENGTH) || toPlainText(info.summary, MAX_LENGTH);
  if (countCodePoints(text) >= MIN_LENGTH) return { known: { description: text }, hints: {} };
  if (text === '') return { known: {}, hints: {} };
  const parts = [toSentence(text), ...describeTags(document)];
  let description = '';
  for (const part of parts) {
    if (countCodePoints(description) >= MIN_LENGTH) break;
    description = `${description} ${part}`.trim();
  }
  return countCodePoints(description) >= MIN_LENGTH
    ? { known: { description }, hints: {} }
    : { known: {}, hints: { description } };
}

/** Converts the contact. Drops invalid members. */
export function convertContact({ info }: Node): { readonly contact: Contact } | undefined {
  const { email, url } = objectIn(objectIn(info).contact);
  const mail = typeof email === 'string' && EMAIL.test(email.trim()) ? email.trim() : undefined;
  const page = toWebUrl(url);
  const contact: Contact = { ...(mail && { email: mail }), ...(page && { support_url: page }) };
  return Object.keys(contact).length > 0 ? { contact } : undefined;
}

const EMAIL = /^[\w+-]+(\.[\w+-]+)*@[a-z0-9](-*[a-z0-9])*(\.[a-z0-9](-*[a-z0-9])*)+$/i;

function describeTags({ tags }: Node): string[] {
  return listIn(tags).flatMap(tag => {
    const { name, description } = objectIn(tag);
    const [term, meaning] = [toPlainLine(name, 60), toPlainLine(description, 200)];
    return term !== '' && meaning !== '' ? [toSentence(`${term}: ${meaning}`)] : [];
  });
}
