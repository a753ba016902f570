import type { LintRule } from './rule.ts';
import { remarkOnTexts } from './texts.ts';

/**
 * Control characters except tab and line breaks, spaces without a width, bidirectional controls, invisible operators, tag
 * characters, and the variation selectors that can encode any byte. Not the joiners, marks, and selectors that scripts and
 * emoji need: a variant of an ideograph has one of these selectors, and some scripts separate words with such a space.
 */
const HIDDEN = new RegExp(
  [
    String.raw`(?![\t\n\r])\p{Cc}`,
    String.raw`[\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]`,
    String.raw`\u200b(?<![\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\u200b)`,
    String.raw`[\u{e0100}-\u{e01ef}](?<!\p{sc=Han}[\u{e0100}-\u{e01ef}])`,
  ].join('|'),
  'u',
);

export const hiddenCharacter: LintRule = {
  name: 'hidden-character',
  severity: 'warning',
  hint: 'Remove the character, because people cannot see it and agents can.',
  anchor: 'lint-hidden-character',
  check: manifest =>
    remarkOnTexts(
      manifest,
      text => HIDDEN.test(text),
      text => {
        const code = HIDDEN.exec(text)?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
        return `The text contains the hidden character U+${code}.`;
      },
    ),
};
