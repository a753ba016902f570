import { parseArgs } from 'node:util';
import { UsageError } from '#cli/terminal/usage-error.ts';
import { suggestName } from '#manifest/text/closest-match.ts';

/** The parsed arguments of the command line. */
export interface Invocation {
  readonly verb: Verb;
  /** A URL, a listing id, or a domain. Empty if the verb takes none. */
  readonly subject: string;
  /** Empty if the verb takes no reason. */
  readonly reason: string;
}

export type Verb =
  | 'refuse'
  | 'allow'
  | 'remove'
  | 'withdraw'
  | 'restore'
  | 'recheck'
  | 'explain'
  | 'review'
  | 'missing-searches';

const VERBS: Readonly<Record<Verb, { readonly usage: string; readonly help: string }>> = {
  refuse: { usage: 'URL|DOMAIN --reason TEXT', help: 'block an origin, or all hosts of a domain' },
  allow: { usage: 'URL|DOMAIN', help: 'unblock it' },
  remove: { usage: 'ID --reason TEXT', help: 'withdraw a listing and block its origin, as its provider requested' },
  withdraw: { usage: 'ID --reason TEXT', help: 'withdraw a listing' },
  restore: { usage: 'ID', help: 'restore a withdrawn listing' },
  recheck: { usage: 'ID', help: 'check a listing now and write the results' },
  explain: { usage: 'ID', help: 'explain the status of a listing and what would change it; read-only' },
  review: { usage: '', help: 'list damaged files, and listings that are gone or changed their identity; read-only' },
  'missing-searches': { usage: '', help: 'list the terms of searches that found nothing; read-only' },
};

/** The maximum length of a reason in characters, the same as in a record. */
const MAX_REASON_LENGTH = 500;

export const HELP = `Usage: npm run maintain -- VERB …

${Object.entries(VERBS)
  .map(([verb, { usage, help }]) => `  ${`${verb} ${usage}`.padEnd(34)} ${help}`)
  .join('\n')}

An ID can also be the URL of the API. Reasons are published. They have at most ${MAX_REASON_LENGTH} characters in one line.

If DATA_DIR has a local registry, the commands change it and commit. Stop its server first.
Otherwise, or with REGISTRY_DIR=./registry, they change the files of this clone, and you commit them.

Exit status: 0 if successful or already done, 1 if the command failed, 2 if the arguments are invalid.

  npm run maintain -- explain api.example.com
  npm run maintain -- remove api.example.com --reason "The provider requested it by email."
  npm run maintain -- withdraw api.example.com --reason "It duplicates api.example.org."
  npm run maintain -- refuse example.com --reason "It serves malware."`;

/**
 * Parses the arguments of the command line. Returns undefined if the user requested help.
 * @throws UsageError
 */
export function parseCommandLine(args: readonly string[]): Invocation | undefined {
  const { values, positionals } = parseOptions(args);
  const [verb = 'help', subject = '', ...more] = positionals;
  if (values.help || verb === 'help') return undefined;
  if (!isVerb(verb)) {
    const suggestion = suggestName(verb, Object.keys(VERBS));
    throw new UsageError(`Unknown verb "${verb}".${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`);
  }
  const { usage: syntax } = VERBS[verb];
  const usage = `npm run maintain -- ${verb} ${syntax}`.trimEnd();
  const surplus = syntax === '' ? subject : more[0];
  if (surplus) throw new UsageError(`Unexpected argument "${surplus}". Usage: ${usage}.`);
  if (syntax !== '' && subject.trim() === '') throw new UsageError(`Missing ${syntax.split(' ')[0]}. Usage: ${usage}.`);
  return { verb, subject: subject.trim(), reason: parseReason(syntax.includes('--reason'), values.reason, usage) };
}

function parseOptions(args: readonly string[]) {
  try {
    const options = { reason: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(VERBS, word);
}

function parseReason(isRequired: boolean, reason: string | undefined, usage: string): string {
  if (!isRequired) {
    if (reason !== undefined) throw new UsageError(`This verb takes no --reason. Usage: ${usage}.`);
    return '';
  }
  const text = reason?.replace(/\s+/g, ' ').trim() ?? '';
  if (text === '') throw new UsageError(`This verb requires a --reason, which is published. Usage: ${usage}.`);
  if (text.length <= MAX_REASON_LENGTH) return text;
  throw new UsageError(`The reason has ${text.length} characters. The maximum is ${MAX_REASON_LENGTH}.`);
}
