import type { Endpoint } from '#manifest/manifest.ts';
import { meaning, type Term, title, values } from '#manifest/taxonomy.ts';
import { capitalize } from '#manifest/text/capitalize.ts';
import { listIn, type Node, objectIn } from './document/node.ts';
import { toPlainLine } from './texts/plain-text.ts';

/** Likely values of members that a document does not declare. */
export interface Suggestions {
  readonly categories?: Suggestion<readonly Term<'categories'>[]>;
  readonly primary_category?: Suggestion<Term<'primary_categories'>>;
  readonly name?: Suggestion<string>;
}

export interface Suggestion<T> {
  readonly value: T;
  /** A sentence. */
  readonly reason: string;
}

/** Suggests categories, a primary category, and a name from the texts and the endpoints of a document. */
export function suggestMembers(
  document: Node,
  endpoints: readonly Endpoint[],
  origin: string | undefined,
): Suggestions {
  const info = objectIn(document.info);
  const tags = listIn(document.tags).map(tag => `${objectIn(tag).name ?? ''} ${objectIn(tag).description ?? ''}`);
  const texts = [
    // The title says most about the subject.
    ...Array<string>(5).fill(toPlainLine(info.title, 200)),
    toPlainLine(info.description, 3000),
    ...tags.slice(0, 50).map(tag => toPlainLine(tag, 300)),
    ...endpoints.slice(0, 100).map(({ path, description }) => `${path} ${toPlainLine(description, 200)}`),
  ];
  const categories = suggestCategories(countWords(texts.join(' ')));
  const kind = suggestKind(endpoints);
  const name = suggestName(info.title, origin);
  return {
    ...(categories && { categories }),
    ...(kind && { primary_category: kind }),
    ...(name && { name }),
  };
}

/** Describes the suggestions for members that are not known, in sentences. */
export function describeSuggestions(
  { categories, primary_category: kind, name }: Suggestions = {},
  known: Readonly<Record<string, unknown>>,
): string[] {
  const isOpen = (member: string) => known[member] === undefined;
  return [
    ...(name && isOpen('name') ? [`Suggested name: ${name.value}. ${name.reason}`] : []),
    ...(categories && isOpen('categories')
      ? [`Suggested categories: ${categories.value.join(', ')}. ${categories.reason}`]
      : []),
    ...(kind && isOpen('primary_category') ? [`Suggested primary category: ${kind.value}. ${kind.reason}`] : []),
  ];
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{3,30}/g)) {
    const stem = toStem(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

function toStem(word: string): string {
  return word.replace(/(ies)$/, 'y').replace(/(?<=[^s])s$/, '');
}

/** The keywords of a category: those in its name, and others that documents use. */
function listKeywords(category: Term<'categories'>): ReadonlySet<string> {
  const own =
    `${title('categories', category)} ${meaning('categories', category)}`.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  const words = [...own, ...(MORE_KEYWORDS[category]?.split(' ') ?? [])];
  return new Set(words.filter(word => !COMMON_WORDS.has(word)).map(toStem));
}

const COMMON_WORDS: ReadonlySet<string> = new Set(
  'with from their other that data code design text test testing research work service services source sources management software past care text production products content records public events science one another analysis'.split(
    ' ',
  ),
);

const MORE_KEYWORDS: Readonly<Partial<Record<string, string>>> = {
  finance:
    'payment invoice bank currency exchange stock crypto bitcoin account balance transaction ledger trading tax card refund payout',
  commerce:
    'product order cart shop store checkout customer catalog price inventory merchant ecommerce shipping marketplace',
  computing:
    'repository deploy server domain dns database cloud kubernetes container commit pipeline monitoring log token webhook model inference embedding prompt security vulnerability ip virtual machine bucket storage',
  weather: 'tide ocean weather forecast temperature climate rain wind pollution',
  geography: 'map location geocoding country city address route latitude longitude postcode',
  identity: 'user account login sign authentication identity verify contact person profile',
  media: 'news video image music song album artist movie book podcast game photo playlist',
  medical: 'health patient drug medicine clinical hospital covid disease',
  education: 'course student school university quiz lesson',
  language: 'word dictionary grammar spelling sentiment synonym',
  translation: 'translate translation',
  legal: 'law court legislation patent company contract congress parliament bill tender',
  'food-science': 'food recipe nutrition ingredient restaurant meal',
  logistics: 'shipment parcel tracking delivery carrier warehouse freight label',
  communication: 'message email sms chat call voice notification channel mail recipient',
  travel: 'flight hotel booking airline airport trip travel',
  transport: 'train bus station vehicle transit departure bike',
  government: 'government agency election tax census parliament public',
  energy: 'electricity energy power grid solar carbon',
  sports: 'match team player league score football',
};

function suggestCategories(words: ReadonlyMap<string, number>): Suggestion<readonly Term<'categories'>[]> | undefined {
  const scored = values('categories')
    .map(category => {
      const found = [...listKeywords(category)].filter(word => words.has(word));
      const score = found.reduce((sum, word) => sum + Math.min(words.get(word) ?? 0, 6), 0);
      return { category, score, found: found.toSorted((a, b) => (words.get(b) ?? 0) - (words.get(a) ?? 0)) };
    })
    .filter(({ score }) => score >= 3)
    .sort((a, b) => b.score - a.score);
  const [first] = scored;
  if (!first) return undefined;
  const chosen = scored.filter(({ score }) => score >= first.score / 2).slice(0, 2);
  const found = chosen.flatMap(each => each.found.slice(0, 3));
  return {
    value: chosen.map(({ category }) => category),
    reason: `The document mentions ${[...new Set(found)].join(', ')}.`,
  };
}

function suggestKind(endpoints: readonly Endpoint[]): Suggestion<Term<'primary_categories'>> | undefined {
  if (endpoints.length === 0) return undefined;
  const writes = endpoints.filter(({ method }) => method !== 'GET').length;
  const share = `${writes} of ${endpoints.length} endpoints write data.`;
  if (writes * 2 >= endpoints.length) return { value: 'transactional', reason: share };
  return { value: 'reference', reason: share };
}

/** Removes what a name does not need. A document without a title gets the name of its host. */
function suggestName(declared: unknown, origin: string | undefined): Suggestion<string> | undefined {
  const text = toPlainLine(declared, 100);
  const short = text
    .replace(
      /\b(open ?api|swagger)( (3(\.\d)*|2\.0))?\b|\b(specification|documentation|definition)\b|\bv?\d+(\.\d+)+\b/gi,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .replace(/^[\s:|–—-]+|[\s:|–—-]+$/g, '')
    .trim();
  if (short.length >= 3 && short !== text) return { value: short, reason: `Shortened from "${text}".` };
  if (short.length >= 3 || origin === undefined) return undefined;
  const host = new URL(origin).hostname.replace(/^(api|www)\./, '');
  const label = host.split('.')[0] ?? '';
  if (label.length < 3) return undefined;
  return { value: capitalize(label), reason: 'Taken from the host name.' };
}
