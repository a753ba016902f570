import type { Difference } from './kind.ts';
import { list } from './list.ts';
import { keyOf } from './matching.ts';
import { members } from './members.ts';
import { type Comparison, difference, member, type Pair } from './pair.ts';
import { text } from './scalar.ts';
import { shown } from './shown.ts';

/**
 * Parameters of an endpoint, matched by name. A new required one breaks whoever does not send it; one that was required
 * and is gone means that the call means something else; optional ones come and go without harm.
 */
export const parameters: Comparison = pair =>
  list(pair, {
    name: 'parameters',
    keys: [
      parameter => keyOf(member(parameter, 'name'), member(parameter, 'description')),
      parameter => keyOf(member(parameter, 'name')),
    ],
    added: item =>
      difference(item, 'parameter-added', `${described(item.after)}${item.of} added`, isRequired(item.after)),
    removed: item =>
      difference(item, 'parameter-removed', `${described(item.before)}${item.of} removed`, isRequired(item.before)),
    changed: item =>
      members(
        { ...item, of: ` of parameter ${name(item.after)}${item.of}` },
        {
          type: typeChange,
          required: requirement => requirementChange(requirement, `parameter ${name(item.after)}${item.of}`),
          description: text('description'),
        },
      ),
  });

/** Types are free text, so `String` for `string` is no other type. */
const typeChange: Comparison = pair => {
  const { before, after, of } = pair;
  if (typeof before !== 'string' || typeof after !== 'string') return [];
  const breaking = before.trim().toLowerCase() !== after.trim().toLowerCase();
  return [difference(pair, 'parameter-type-changed', `type${of} ${shown(before)} → ${shown(after)}`, breaking)];
};

function requirementChange(pair: Pair, parameter: string): readonly Difference[] {
  if (typeof pair.before !== 'boolean' || typeof pair.after !== 'boolean') return [];
  return pair.after
    ? [difference(pair, 'parameter-newly-required', `${parameter} newly required`, true)]
    : [difference(pair, 'parameter-newly-optional', `${parameter} no longer required`)];
}

function described(parameter: unknown): string {
  return `${isRequired(parameter) ? 'required' : 'optional'} parameter ${name(parameter)}`;
}

function isRequired(parameter: unknown): boolean {
  return member(parameter, 'required') === true;
}

function name(parameter: unknown): string {
  return shown(member(parameter, 'name'));
}
