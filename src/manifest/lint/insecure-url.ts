import type { LintRule } from './rule.ts';
import { isLoopback, listWebUrls } from './urls.ts';

export const insecureUrl: LintRule = {
  name: 'insecure-address',
  severity: 'warning',
  hint: 'Change the scheme of the URL to https.',
  anchor: 'lint-insecure-address',
  *check(manifest) {
    for (const { pointer, text, url } of listWebUrls(manifest)) {
      if (url.protocol === 'http:' && !isLoopback(url.hostname))
        yield {
          pointer,
          message: 'The URL is not https, so attackers on the network can modify responses.',
          value: text,
        };
    }
  },
};
