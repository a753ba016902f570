import { printable } from '../text/excerpt.ts';
import type { LintRule } from './rule.ts';
import { remarkOnTexts } from './texts.ts';

const PHRASES = [
  /\b(ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(previous|prior|above|earlier|preceding|existing|your|system|safety)\b[^.!?\n]{0,30}\b(instruction|prompt|rule|guideline|polic(y|ies)|message|constraint)s?\b/,
  /\byou are (now|no longer) (an?|the|my|in|bound)\b[^.!?\n]{0,20}\b(assistant|agent|model|mode|bot|rules|persona)\b/,
  /\b(reveal|print|repeat|output|show|send|leak)\b[^.!?\n]{0,30}\b(system prompt|your (prompt|instructions|credentials|secrets|memory))\b/,
  /\b(do not|don't|never) (tell|inform|notify|ask|alert|mention (this|it) to)\b[^.!?\n]{0,20}\b(user|human|operator|owner)s?\b/,
  /\bwithout (telling|informing|asking|notifying|alerting)\b[^.!?\n]{0,20}\b(user|human|operator|owner)s?\b/,
  /<\|(im_start|im_end|system|user|assistant|endoftext)\|>|<\/?system>|\[\/?inst\]|<<\/?sys>>/,
];
const ANY_PHRASE = new RegExp(PHRASES.map(phrase => phrase.source).join('|'), 'i');

export const instructionToAgents: LintRule = {
  name: 'instruction-to-agents',
  severity: 'warning',
  hint: 'Describe how the API works, without instructions about the behavior of agents.',
  anchor: 'lint-instruction-to-agents',
  check: manifest =>
    remarkOnTexts(
      manifest,
      text => ANY_PHRASE.test(text),
      text => `The text looks like a prompt injection: "${printable(ANY_PHRASE.exec(text)?.[0] ?? '')}".`,
    ),
};
