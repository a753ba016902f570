import { describe, expect, test } from 'vitest';
import { preferredType } from './negotiation.ts';

const JSON_TYPE = 'application/json';
const HTML = 'text/html';
const MARKDOWN = 'text/markdown';

describe('content negotiation', () => {
  test.each([
    [undefined, JSON_TYPE],
    ['', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['garbage', JSON_TYPE],
    ['image/png', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', HTML],
    ['TEXT/HTML', HTML],
    ['text/html;level=1', HTML],
    ['text/html ; q=0.5 , application/json ; q=0.4', HTML],
    ['text/*', HTML],
    ['text/*, text/html;q=0', MARKDOWN],
    ['*/*, text/html', HTML],
    ['text/markdown, text/html, */*', MARKDOWN],
    ['text/html, text/markdown', HTML],
    ['text/html;q=0.5, application/json;q=0.9', JSON_TYPE],
    ['text/html;q=0.5, application/json;q=0.6;charset=utf-8', JSON_TYPE],
    ['*/*;q=0.9, text/html;q=0.5', JSON_TYPE],
    ['application/json;q=0, */*', HTML],
    ['application/*;q=0, */*;q=0.1', HTML],
    ['text/html;q=0', JSON_TYPE],
    ['text/html;q=0, */*', JSON_TYPE],
    ['text/html;q=0.001, application/json;q=0', HTML],
    ['*/*;q=0', JSON_TYPE],
    ['text/html;q=high', HTML],
    [',,text/html,', HTML],
  ])('selects, for Accept: %s, the type %s', (accept, type) => {
    expect(preferredType(accept, [JSON_TYPE, HTML, MARKDOWN])).toBe(type);
  });
});

test('parses a long header quickly', () => {
  const accept = `${'a/b;q=0.1,'.repeat(6000)}text/html`;
  expect(preferredType(accept, [JSON_TYPE, HTML])).toBe(HTML);
});
