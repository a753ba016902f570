import { aboutRule, toldOf } from '../checks/finding-items.ts';
import { element } from '../element.ts';
import type { Inspection, Problem } from './inspection.ts';

/** A problem as an item of the list; its line leads to the place. */
export function problemItem(problem: Problem, goTo: (position: Problem['position']) => void): HTMLElement {
  const { position, message, hint, prevents } = problem;
  const button = element('button', { type: 'button', className: 'to-line' }, `Line ${position.line}`);
  button.addEventListener('click', () => goTo(position));
  const kind = element(
    'span',
    { className: prevents ? 'status status-lapsed' : 'status status-unverified' },
    prevents ? 'Error' : 'Warning',
  );
  // Faults of the JSON name their line themselves, for those who have no editor.
  const text = message.replace(/^Line \d+, column \d+: /, '');
  return element(
    'li',
    {},
    button,
    kind,
    element('p', {}, ...toldOf({ field: problem.field, message: text }), ` ${hint} `, ...aboutRule(problem)),
  );
}

/** What was found, in a sentence. */
export function inspectionInWords({ problems, total, specVersion }: Inspection): string {
  const [first] = problems;
  if (first === undefined) return `Valid, without warnings (${specVersion}).`;
  const count = (noun: string) => `${total.toLocaleString('en')} ${noun}${total === 1 ? '' : 's'}`;
  if (!first.prevents) return `Valid (${specVersion}), with ${count('warning')}.`;
  return total > problems.length ? `${count('error')}, showing the first ${problems.length}.` : `${count('error')}.`;
}
