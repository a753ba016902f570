import { STOP_WORDS } from './words/stop-words.ts';

/** Returns the words of the name in a query that only asks for listings like it. Undefined for other queries. */
export function findSimilarTo(tokens: readonly string[]): readonly string[] | undefined {
  if (!tokens.some(token => MARKERS.has(token))) return undefined;
  const text = tokens.join(' ');
  for (const pattern of PATTERNS) {
    const name = pattern.exec(text)?.groups?.name?.split(' ');
    if (name?.every(word => !STOP_WORDS.has(word) && !MARKERS.has(word)) && name.some(word => !GENERIC.has(word)))
      return name;
  }
  return undefined;
}

const ALTERNATIVES =
  '(?:alternatives?|alternativen|alternativas?|competitors?|equivalents?|replacements?|substitutes?)';
const LIKE = '(?:comparable to|instead of|like|other than|same as|similar to)';
/** The words around a name that describe nothing. */
const GENERIC: ReadonlySet<string> = new Set(
  `a an another any anything api apis are best better cheap cheaper find for free good hosted i is list looking me my need of open
  other platform platforms please provider providers self service services show site sites software solution solutions some
  something source the there tool tools want what which`.split(/\s+/),
);
const ANY_GENERIC = [...GENERIC].join('|');
const NAME = '(?<name>\\S+(?: \\S+){0,3}?)';

const PATTERNS = [
  `${ALTERNATIVES} (?:a|for|of|to|zu) (?:the )?${NAME}`,
  `${LIKE} (?:the )?${NAME}`,
  `${NAME} ${ALTERNATIVES}`,
].map(pattern => new RegExp(`^(?:(?:${ANY_GENERIC}) )*${pattern}(?: (?:${ANY_GENERIC}))*$`, 'u'));

/** The words without which a query asks for nothing similar. */
const MARKERS: ReadonlySet<string> = new Set(
  `alternative alternatives alternativen alternativa alternativas comparable competitor competitors equivalent equivalents
  instead like other replacement replacements same similar substitute substitutes`.split(/\s+/),
);
