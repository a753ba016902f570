import { excerpt } from '../text/excerpt.ts';
import type { LintRule } from './rule.ts';
import { isLoopback, listHosts } from './urls.ts';

/** Domains reserved for documentation and tests (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(example\.(com|net|org|edu)|example|invalid|test)$/;
/** Names such as `api.your-company.com`. */
const YOURS =
  /(^|\.)(your-?(api|app|company|domain|site|website|host|name|org)s?|my-?(api|app|company|domain|site))(-name)?\./;

export const placeholderUrl: LintRule = {
  name: 'placeholder-address',
  severity: 'warning',
  hint: 'Use your own address, or omit the member if it is optional.',
  anchor: 'lint-placeholder-address',
  *check(manifest) {
    for (const { pointer, text, host } of listHosts(manifest)) {
      if (RESERVED.test(host) || YOURS.test(host))
        yield { pointer, message: `The host ${excerpt(host)} is a placeholder.`, value: text };
      else if (isLoopback(host))
        yield { pointer, message: `The host ${excerpt(host)} refers to the machine of each reader.`, value: text };
    }
  },
};
