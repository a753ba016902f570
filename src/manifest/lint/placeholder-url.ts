import type { LintRule } from './rule.ts';
import { hosts, isLoopback } from './urls.ts';

/** Domains reserved for documentation and tests (RFC 2606, RFC 6761), and names that stand for the reader's own. */
const RESERVED = /(^|\.)(example\.(com|net|org|edu)|example|invalid|test)$/;
const YOURS =
  /(^|\.)(your-?(api|app|company|domain|site|website|host|name|org)s?|my-?(api|app|company|domain|site))(-name)?\./;

export const placeholderAddress: LintRule = {
  name: 'placeholder-address',
  severity: 'warning',
  hint: 'Give an address that reaches you, or leave the member out where it is optional.',
  anchor: 'lint-placeholder-address',
  *check(manifest) {
    for (const { pointer, text, host } of hosts(manifest)) {
      if (RESERVED.test(host) || YOURS.test(host))
        yield { pointer, message: `The address at ${host} is a placeholder that nobody answers.`, value: text };
      else if (isLoopback(host))
        yield { pointer, message: `The address at ${host} leads every reader to their own machine.`, value: text };
    }
  },
};
