import type { Actor, FakeGithubState } from '../state.ts';
import type { GithubRule } from './rule.ts';

export const LABEL_PERMISSIONS: GithubRule = {
  name: 'Label permissions',
  statement: 'A job with `pull-requests: write` adds existing labels, but only `issues: write` creates missing ones.',
  documentation: 'https://docs.github.com/en/rest/issues/labels#add-labels-to-an-issue',
};

/** Whether an actor may add labels. GitHub creates missing labels, but only for an actor that may write issues. */
export function canAddLabels({ settings }: FakeGithubState, actor: Actor, names: readonly string[]): boolean {
  return actor.permissions.issues === 'write' || names.every(name => settings.labels.has(name));
}
