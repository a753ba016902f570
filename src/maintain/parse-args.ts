import { parseArgs } from 'node:util';
import { didYouMean } from '#cli/did-you-mean.ts';
import { UsageError } from '#cli/terminal/usage-error.ts';

/** What a maintainer wants done. */
export interface Invocation {
  readonly verb: Verb;
  /** An address, a listing's id, or a domain, as it was given. */
  readonly subject: string;
  /** Given exactly where the verb wants one. */
  readonly reason: string;
}

export type Verb = 'refuse' | 'allow' | 'withdraw' | 'restore' | 'recheck' | 'explain';

const VERBS: Readonly<Record<Verb, { readonly wants: string; readonly does: string }>> = {
  refuse: { wants: 'ADDRESS|DOMAIN --reason TEXT', does: 'take an origin, or all hosts of a domain, in no more' },
  allow: { wants: 'ADDRESS|DOMAIN', does: 'take that back' },
  withdraw: { wants: 'ID --reason TEXT', does: 'take a listing back, whatever its publisher says' },
  restore: { wants: 'ID', does: 'take that back' },
  recheck: { wants: 'ID', does: 'check an origin now, and write what that comes to' },
  explain: { wants: 'ID', does: 'say why a listing is in its state, and what would change it; changes nothing' },
};

/** The longest reason, in characters: as long as a record's may be. */
const LONGEST_REASON = 500;

export const HELP = `usage: npm run maintain -- VERB …

${Object.entries(VERBS)
  .map(([verb, { wants, does }]) => `  ${`${verb} ${wants}`.padEnd(38)} ${does}`)
  .join('\n')}

An ID may also be written as the API's address. Reasons are published: at most ${LONGEST_REASON} characters, in one line.

It works on the local registry below DATA_DIR, where there is one, and commits there; stop its server first.
Else, or with REGISTRY_DIR=./registry, it changes the files of this clone, and leaves the commit to you.

Exit status: 0 done, or so already; 1 not done, for the reason told; 2 the arguments make no sense.

  npm run maintain -- explain api.example.com
  npm run maintain -- withdraw api.example.com --reason "Its publisher asked for it by mail."
  npm run maintain -- refuse example.com --reason "It serves malware."`;

/**
 * Reads what is wanted from the arguments of the command line; undefined where help is.
 * @throws UsageError
 */
export function parseCommandLine(args: readonly string[]): Invocation | undefined {
  const { values, positionals } = parsed(args);
  const [verb = 'help', subject = '', ...more] = positionals;
  if (values.help || verb === 'help') return undefined;
  if (!isVerb(verb)) {
    const meant = didYouMean(verb, Object.keys(VERBS));
    throw new UsageError(`There is no verb "${verb}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
  }
  const { wants } = VERBS[verb];
  const usage = `npm run maintain -- ${verb} ${wants}`;
  if (subject.trim() === '' || more.length > 0) throw new UsageError(`usage: ${usage}`);
  return { verb, subject: subject.trim(), reason: reasonFor(wants.includes('--reason'), values.reason, usage) };
}

function parsed(args: readonly string[]) {
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

function reasonFor(wanted: boolean, reason: string | undefined, usage: string): string {
  if (!wanted) {
    if (reason !== undefined) throw new UsageError(`A reason is not wanted here. usage: ${usage}`);
    return '';
  }
  const text = reason?.replace(/\s+/g, ' ').trim() ?? '';
  if (text === '') throw new UsageError(`A reason is wanted, and will be published. usage: ${usage}`);
  if (text.length <= LONGEST_REASON) return text;
  throw new UsageError(`The reason has ${text.length} characters; ${LONGEST_REASON} are the most.`);
}
