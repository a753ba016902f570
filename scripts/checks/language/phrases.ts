/** A phrase that is not idiomatic English. */
export interface OddPhrase {
  readonly pattern: RegExp;
  /** The words to use instead, for the message. */
  readonly instead: string;
}

/**
 * Patterns of a stilted style that this project once had. Each is wrong in nearly every use in technical prose, so a hit
 * needs a new sentence, not a new word. The list is short on purpose: it keeps old habits out and does not replace
 * reading.
 */
export const ODD_PHRASES: readonly OddPhrase[] = [
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\b(?:is|are|was|were|be) (?:not |never |only |also )?told\b/i, instead: 'show, return, report' },
  { pattern: /\btells (?:of|what|whether|how|which|where|when)\b/i, instead: 'shows, returns, reports' },
  { pattern: /\b(?:for|to|from|by|with) who (?!is\b|are\b)[a-z]+/i, instead: 'name the person or the program' },
  { pattern: /\bwho(?:m|so)?ever\b/i, instead: 'anyone who; name the person' },
  { pattern: /(?:^|[.:] )Who (?:has|wants|needs|knows|asks|runs|submits|publishes) [^?]+\./, instead: 'If you …' },
  {
    pattern: /\b(?:is|are|was|were) (?:not )?asked\b(?! (?:to|for|about|if|whether)\b)/i,
    instead: 'request, call, query',
  },
  {
    pattern: /\basks? (?:the|an|each|every) (?:origin|API|registry|endpoint|server|address)\b(?! to)/i,
    instead: 'requests, calls',
  },
  { pattern: /\b(?:every|each|an|no|all its) answers?\b(?! to (?:the|this|a) question)/i, instead: 'response' },
  { pattern: /\b(?:is|are|was|were) answered\b/i, instead: 'respond, return' },
  { pattern: /\b(?:stands|stood) (?!for\b|out\b|up\b|alone\b)[a-z]+/i, instead: 'is, appears' },
  { pattern: /\btaken (?:over|in|back)\b/i, instead: 'reused, accepted, withdrawn' },
  { pattern: /\b(?:anew|whereof|thereof|thereby|likewise)\b/i, instead: 'again; or leave it out' },
  { pattern: /\bbeside (?:the|it|them|each|its|a)\b/i, instead: 'next to, besides' },
  { pattern: /\b(?:is|are) none\b/i, instead: 'does not exist; is not a' },
  { pattern: /(?:^|[.;] )Where (?:there|none|nobody|no) /, instead: 'If' },
  { pattern: /\b(?:some|no)body('s)?\b/i, instead: 'someone, no one; name the person' },
  { pattern: /\b(?:misspelt|misspelled words|typing errors?)\b/i, instead: 'typo' },
  { pattern: /\b(?:stand-in|look-alike|strangers?)\b/i, instead: 'mock, confusable, third party' },
  { pattern: /\b(?:tool hub|the hub)\b/i, instead: 'MCP server' },
  {
    pattern:
      /\b(?:correct|remove|review|withdraw)s? an entry\b(?! (?:from|of) )|\b(?:our|removed|wrong|your) entr(?:y|ies)\b|\bentr(?:y|ies) from (?:its |public |the |your )?documentation\b/i,
    instead: 'listing',
  },
  {
    pattern: /\b(?:the forge|sightings?|inquiry|catalogues?|licences?)\b/i,
    instead: 'GitHub, match, probe session, catalog, license',
  },
];

/** Words that no file name and no exported identifier contains. */
export const ODD_NAME_WORDS: ReadonlySet<string> = new Set(
  (
    'told said asked asker mend door sighting sightings stranger strangers twin twins inquiry patience impossible hub ' +
    'forge undecided standing departures circumstances misspelt fault faults catalogue licence verdict answer answers'
  ).split(' '),
);
