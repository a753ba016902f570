import type { LintRule } from './rule.ts';
import { proseTexts } from './texts.ts';

const PLACEHOLDER =
  /\b(describe|explain) (your|the) (api|endpoint|response|content)|describe when and why|add implementation guidance|\b(insert|enter|put|add|write) (your )?[\w ]{0,30}\bhere\b|\((min|minimum|at least)\.? ?\d+ ?char|^\s*(tbd|placeholder)\b/i;
/** Lowercase, these are words: a list of todos. */
const MARKER = /^\s*(TODO|FIXME)\b(?!\s*(?::|$))/;
const NAME = /^(your|my|example|test|sample|demo|untitled)[ -]?(api|service|app)?([ -]name)?$/i;

export const placeholderText: LintRule = {
  name: 'placeholder-text',
  severity: 'warning',
  hint: 'Replace the placeholder text.',
  anchor: 'lint-placeholder-text',
  *check(manifest) {
    if (NAME.test(manifest.name.trim()))
      yield { pointer: '/name', message: 'The name is a placeholder.', value: manifest.name };
    for (const { pointer, text } of proseTexts(manifest)) {
      const found = (PLACEHOLDER.exec(text) ?? MARKER.exec(text))?.[0];
      if (found !== undefined)
        yield { pointer, message: `The text contains a placeholder: "${found.trim()}".`, value: text };
    }
  },
};
