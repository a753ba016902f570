import { expect, test } from 'vitest';
import { authenticationInWords } from './authentication.ts';

test.each([
  [{ required: false }, 'No credentials needed'],
  [{ required: false, type: 'none' }, 'No credentials needed'],
  [{ required: false, type: 'api_key' }, 'Optional: API key'],
  [{ required: true, type: 'oauth2' }, 'OAuth 2.0 required'],
  [{ required: true, type: null }, 'Required, type not stated'],
  [{ required: true, type: 'none' }, 'Required, but the type is none'],
] as const)('%j is "%s"', (authentication, words) => {
  expect(authenticationInWords(authentication)).toBe(words);
});
