import { describeRule, formatFinding } from '../checks/finding-items.ts';
import { element } from '../element.ts';
import type { Inspection, Problem } from './inspection.ts';

/** Renders a problem as a list item. Its line number is a link to the editor. */
export function createProblemItem(problem: Problem, goTo: (position: Problem['position']) => void): HTMLElement {
  const { position, message, hint, prevents } = problem;
  const button = element('button', { type: 'button', className: 'to-line' }, `Line ${position.line}`);
  button.addEventListener('click', () => goTo(position));
  const kind = element(
    'span',
    { className: prevents ? 'status status-lapsed' : 'status status-unverified' },
    prevents ? 'Error' : 'Warning',
  );
  // JSON syntax errors already contain the line, for use without an editor.
  const text = message.replace(/^Line \d+, column \d+: /, '');
  return element(
    'li',
    {},
    button,
    kind,
    element('p', {}, ...formatFinding({ field: problem.field, message: text }), ` ${hint} `, ...describeRule(problem)),
  );
}

/** Formats the result as a sentence. */
export function formatInspection({ problems, total, specVersion }: Inspection): string {
  const [first] = problems;
  if (first === undefined) return `Valid, without warnings (${specVersion}).`;
  const count = (noun: string) => `${total.toLocaleString('en')} ${noun}${total === 1 ? '' : 's'}`;
  if (!first.prevents) return `Valid (${specVersion}), with ${count('warning')}.`;
  return total > problems.length ? `${count('error')}, showing the first ${problems.length}.` : `${count('error')}.`;
}
