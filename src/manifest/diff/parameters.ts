import { getMember } from '../json-object.ts';
import { type Comparison, createChange, type Pair } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';
import { diffList } from './list.ts';
import { createKey } from './match-items.ts';
import { diffMembers } from './members.ts';
import { text } from './scalar.ts';

/**
 * Compares the parameters of an endpoint, matched by name. Adding a required parameter is breaking, because existing calls
 * lack it. Removing one is breaking, because it changes the call. Optional parameters can change freely.
 */
export const diffParameters: Comparison = pair =>
  diffList(pair, {
    name: 'parameters',
    keys: [
      parameter => createKey(getMember(parameter, 'name'), getMember(parameter, 'description')),
      parameter => createKey(getMember(parameter, 'name')),
    ],
    added: item =>
      createChange(item, 'parameter-added', `${describe(item.after)}${item.of} added`, isRequired(item.after)),
    removed: item =>
      createChange(item, 'parameter-removed', `${describe(item.before)}${item.of} removed`, isRequired(item.before)),
    changed: item =>
      diffMembers(
        { ...item, of: ` of parameter ${name(item.after)}${item.of}` },
        {
          type: typeChange,
          required: requirement => requirementChange(requirement, `parameter ${name(item.after)}${item.of}`),
          description: text('description'),
        },
      ),
  });

/** Types are free text, so a change of case is not breaking. */
const typeChange: Comparison = pair => {
  const { before, after, of } = pair;
  if (typeof before !== 'string' || typeof after !== 'string') return [];
  const breaking = before.trim().toLowerCase() !== after.trim().toLowerCase();
  return [
    createChange(pair, 'parameter-type-changed', `type${of} ${formatValue(before)} → ${formatValue(after)}`, breaking),
  ];
};

function requirementChange(pair: Pair, parameter: string): readonly ManifestChange[] {
  if (typeof pair.before !== 'boolean' || typeof pair.after !== 'boolean') return [];
  return pair.after
    ? [createChange(pair, 'parameter-newly-required', `${parameter} newly required`, true)]
    : [createChange(pair, 'parameter-newly-optional', `${parameter} no longer required`)];
}

function describe(parameter: unknown): string {
  return `${isRequired(parameter) ? 'required' : 'optional'} parameter ${name(parameter)}`;
}

function isRequired(parameter: unknown): boolean {
  return getMember(parameter, 'required') === true;
}

function name(parameter: unknown): string {
  return formatValue(getMember(parameter, 'name'));
}
