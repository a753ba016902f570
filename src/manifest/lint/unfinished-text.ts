import type { LintRule } from './rule.ts';
import { SAMPLE_SENTENCES } from './sample-sentences.ts';
import { findTexts } from './texts.ts';

/** `TODO: …`, `FIXME`, and lorem ipsum. Not the word “todo” in running text, which is a subject of many APIs. */
const UNFINISHED = /^\s*(?:TODO|FIXME)\s*(?::|$)|\blorem ipsum\b/i;
const MARKER = /^\s*(?:TODO|FIXME)\s*(?::|$)/;

/** Values that calls send and return, which can be any text. */
const VALUES = /\/(?:example|examples|default|enum|request_example|response_example)(?:\/|$)/;

export const unfinishedText: LintRule = {
  name: 'unfinished-text',
  severity: 'error',
  hint: 'Write the text for your API. A manifest with unfinished text is not listed.',
  anchor: 'lint-unfinished-text',
  *check(manifest) {
    for (const { pointer, text } of findTexts(manifest, each => UNFINISHED.test(each))) {
      if (VALUES.test(pointer)) continue;
      const isMarker = MARKER.test(text);
      if (isMarker)
        yield { pointer, message: 'The text is a placeholder that starts with TODO or FIXME.', value: text };
      else if (/\blorem ipsum\b/i.test(text))
        yield { pointer, message: 'The text contains “lorem ipsum”.', value: text };
    }
    for (const { pointer, text } of findTexts(manifest, each => SAMPLE_SENTENCES.has(each.trim()))) {
      if (!VALUES.test(pointer))
        yield { pointer, message: 'The text is copied from the documentation of the registry.', value: text };
    }
  },
};
