import type { Contact, Endpoint, Manifest03 } from '#manifest/manifest.ts';
import { listIn, type Node, objectIn } from './node.ts';
import { lengthOf, sentence, toPlainLine, toPlainText } from './plain-text.ts';
import { semanticVersion } from './semantic-version.ts';
import { webAddress } from './url.ts';

/** The title, in 3 to 100 characters. */
export function nameOf({ info }: Node): Pick<Manifest03, 'name'> | undefined {
  const name = toPlainLine(objectIn(info).title, 100);
  return lengthOf(name) >= 3 ? { name } : undefined;
}

/** The version as a semantic one, and what had to be done to it. */
export function versionOf({ info }: Node): { readonly version: string; readonly notes: readonly string[] } {
  const written = toPlainLine(objectIn(info).version, 100);
  const read = semanticVersion(written);
  if (read?.exact) return { version: read.version, notes: [] };
  if (read) return { version: read.version, notes: [`The version "${written}" is written as ${read.version}.`] };
  const reason = written === '' ? 'The document names no version' : `The version "${written}" holds no number`;
  return { version: '0.0.0', notes: [`${reason}; it is written as 0.0.0.`] };
}

const SHORTEST = 100;
const LONGEST = 2000;

/**
 * The description; one that is too short goes on with what the document says of its parts. Where that is not enough
 * either, there is only a hint.
 */
export function descriptionOf(
  document: Node,
  endpoints: readonly Endpoint[],
): { readonly known: Partial<Pick<Manifest03, 'description'>>; readonly hints: { readonly description?: string } } {
  const info = objectIn(document.info);
  const said = toPlainText(info.description, LONGEST) || toPlainText(info.summary, LONGEST);
  if (lengthOf(said) >= SHORTEST) return { known: { description: said }, hints: {} };
  if (said === '') return { known: {}, hints: {} };
  const parts = [sentence(said), ...tagSentences(document), endpointSentence(endpoints)];
  let description = '';
  for (const part of parts) {
    if (lengthOf(description) >= SHORTEST) break;
    description = `${description} ${part}`.trim();
  }
  return lengthOf(description) >= SHORTEST
    ? { known: { description }, hints: {} }
    : { known: {}, hints: { description } };
}

/** How to reach somebody: what is well formed of it. */
export function contactOf({ info }: Node): { readonly contact: Contact } | undefined {
  const { email, url } = objectIn(objectIn(info).contact);
  const mail = typeof email === 'string' && EMAIL.test(email.trim()) ? email.trim() : undefined;
  const page = webAddress(url);
  const contact: Contact = { ...(mail && { email: mail }), ...(page && { support_url: page }) };
  return Object.keys(contact).length > 0 ? { contact } : undefined;
}

const EMAIL = /^[\w+-]+(\.[\w+-]+)*@[a-z0-9](-*[a-z0-9])*(\.[a-z0-9](-*[a-z0-9])*)+$/i;

function tagSentences({ tags }: Node): string[] {
  return listIn(tags).flatMap(tag => {
    const { name, description } = objectIn(tag);
    const [term, meaning] = [toPlainLine(name, 60), toPlainLine(description, 200)];
    return term !== '' && meaning !== '' ? [sentence(`${term}: ${meaning}`)] : [];
  });
}

function endpointSentence(endpoints: readonly Endpoint[]): string {
  const calls = endpoints.slice(0, 10).map(({ method, path }) => `${method} ${toPlainLine(path, 100)}`);
  const rest = endpoints.length - calls.length;
  return calls.length === 0 ? '' : `It offers ${calls.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
