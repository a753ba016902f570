import { expect, test } from 'vitest';
import { formatAuthentication } from './authentication.ts';

test.each([
  [{ required: false }, 'No key'],
  [{ required: false, type: 'none' }, 'No key'],
  [{ required: false, type: 'api_key' }, 'Optional: API key'],
  [{ required: true, type: 'oauth2' }, 'OAuth 2.0 required'],
  [{ required: true, type: null }, 'Required, type not stated'],
  [{ required: true, type: 'none' }, 'Required, but the type is "none"'],
] as const)('formats %j as "%s"', (authentication, words) => {
  expect(formatAuthentication(authentication)).toBe(words);
});
