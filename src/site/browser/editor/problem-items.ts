import { count } from '../../format/numbers.ts';
import { describeRule, formatFinding } from '../checks/finding-items.ts';
import { element } from '../element.ts';
import type { Fix } from './fix.ts';
import type { Inspection, Problem } from './inspection.ts';

/**
 * Renders a problem as a card. Its line number is a link to the editor.
 * @param apply replaces the text of the editor; the card has a button for it if the fix is known
 */
export function createProblemItem(
  problem: Problem,
  goTo: (position: Problem['position']) => void,
  fix?: Fix,
  apply?: (fix: Fix) => void,
): HTMLElement {
  const { position, message, hint, prevents } = problem;
  const button = element('button', { type: 'button', className: 'to-line' }, `Line ${position.line}`);
  button.addEventListener('click', () => goTo(position));
  const kind = element(
    'span',
    { className: prevents ? 'status status-failing' : 'status status-lapsed' },
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
    ...(fix && apply ? createFixParts(fix, apply) : []),
  );
}

function createFixParts(fix: Fix, apply: (fix: Fix) => void): HTMLElement[] {
  const button = element('button', { type: 'button' }, 'Apply this fix');
  button.addEventListener('click', () => apply(fix));
  const difference = element(
    'div',
    { className: 'fix', dir: 'ltr' },
    element('del', {}, `- ${fix.before}`),
    element('ins', {}, `+ ${fix.after}`),
  );
  return [difference, button];
}

/** Formats the result as a sentence. */
export function formatInspection({ problems, total, specVersion }: Inspection): string {
  if (problems.length === 0) return `Valid, without warnings (${specVersion}).`;
  const errors = problems.filter(({ prevents }) => prevents).length;
  const warnings = problems.length - errors;
  if (errors === 0) return `Valid (${specVersion}), with ${count(warnings, 'warning')}.`;
  const counts = [count(errors, 'error'), ...(warnings > 0 ? [count(warnings, 'warning')] : [])].join(', ');
  return total > problems.length ? `${counts}, showing the first ${problems.length} of ${total}.` : `${counts}.`;
}
