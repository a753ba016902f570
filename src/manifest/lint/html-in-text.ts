import { printable } from '../text/excerpt.ts';
import type { LintRule } from './rule.ts';
import { proseTexts } from './texts.ts';

const TAG =
  /<\/?(a|abbr|b|blockquote|br|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|ol|p|pre|script|small|span|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul)(\s[^<>]*)?\/?>|&(#[0-9]+|#x[0-9a-f]+|[a-z]{2,8});/i;

export const htmlInText: LintRule = {
  name: 'html-in-text',
  severity: 'info',
  hint: 'Use plain text. Agents and the registry do not render HTML.',
  anchor: 'lint-html-in-text',
  *check(manifest) {
    for (const { pointer, text } of proseTexts(manifest)) {
      const tag = TAG.exec(text)?.[0];
      if (tag !== undefined)
        yield { pointer, message: `The text contains HTML: ${printable(tag.slice(0, 40))}.`, value: text };
    }
  },
};
