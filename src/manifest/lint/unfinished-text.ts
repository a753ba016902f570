import type { LintRule } from './rule.ts';
import { SAMPLE_SENTENCES } from './sample-sentences.ts';
import { findTexts } from './texts.ts';

/** `TODO: …` and `FIXME`. Not the word “todo” in running text, which is a subject of many APIs. */
const MARKER = /^\s*(?:TODO|FIXME)\s*(?::|$)/;
/** Also within Markdown emphasis, whose `_` is a word character: `_Lorem ipsum_`. */
const LOREM_IPSUM = /lorem\s+ipsum/i;

/** Values that calls send and return, which can be any text. */
const VALUES = /\/(?:example|examples|default|enum|request_example|response_example)(?:\/|$)/;

const MIN_SAMPLE_LENGTH = Math.min(...[...SAMPLE_SENTENCES].map(({ length }) => length));

export const unfinishedText: LintRule = {
  name: 'unfinished-text',
  severity: 'error',
  hint: 'Write the text for your API. A manifest with unfinished text is not listed.',
  anchor: 'lint-unfinished-text',
  *check(manifest) {
    for (const { pointer, text } of findTexts(manifest, each => MARKER.test(each) || LOREM_IPSUM.test(each))) {
      if (VALUES.test(pointer)) continue;
      const message = MARKER.test(text)
        ? 'The text is a placeholder that starts with TODO or FIXME.'
        : 'The text contains “lorem ipsum”.';
      yield { pointer, message, value: text };
    }
    for (const { pointer, text } of findTexts(
      manifest,
      each => each.length >= MIN_SAMPLE_LENGTH && SAMPLE_SENTENCES.has(each.trim()),
    )) {
      if (!VALUES.test(pointer))
        yield { pointer, message: 'The text is copied from the documentation of the registry.', value: text };
    }
  },
};
