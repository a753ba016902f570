import type { LintRule } from './rule.ts';
import { isLoopback, webAddresses } from './urls.ts';

export const insecureAddress: LintRule = {
  name: 'insecure-address',
  severity: 'warning',
  hint: 'Write the address with https.',
  anchor: 'lint-insecure-address',
  *check(manifest) {
    for (const { pointer, text, url } of webAddresses(manifest)) {
      if (url.protocol === 'http:' && !isLoopback(url.hostname))
        yield {
          pointer,
          message: 'The address is not https, so anyone on the way can change what it answers.',
          value: text,
        };
    }
  },
};
