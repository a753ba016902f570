import type { CheckResult, ReportFinding } from '#contract/report.ts';
import { formatOutcome, STATUS_SHAPES } from '../../health/format-checks.ts';
import { element } from '../element.ts';
import { createFindingItems } from './finding-items.ts';

/**
 * Shows the results of checks in a list that has all checks from the start.
 * @param running whether the first check without a result is running
 * @param shownElsewhere findings that another part of the page shows
 */
export function showChecks(
  list: Element,
  checks: readonly CheckResult[],
  running: boolean,
  shownElsewhere: readonly ReportFinding[] = [],
): void {
  let next = running;
  for (const item of list.querySelectorAll<HTMLElement>('[data-check]')) {
    const check = checks.find(({ name }) => name === item.dataset.check);
    const state = item.querySelector('[data-check-state]');
    const about = item.querySelector('[data-check-about]');
    if (!state || !about) continue;
    // The result of a check does not change, and a reader may have opened its requests.
    const key = check && JSON.stringify([check, shownElsewhere]);
    if (key !== undefined && SHOWN.get(item) === key) continue;
    SHOWN.set(item, key);
    item.querySelector('[data-check-meaning]')?.toggleAttribute('hidden', check !== undefined);
    if (check === undefined) {
      state.className = `status status-${next ? 'running' : 'waiting'}`;
      state.textContent = next ? 'Running' : 'Waiting';
      about.replaceChildren();
      next = false;
      continue;
    }
    const word = formatOutcome(check);
    state.className = `status status-${STATUS_SHAPES[word]}`;
    state.textContent = word;
    about.replaceChildren(...aboutOf(check, shownElsewhere));
  }
}

/** The result that each item shows, as JSON. */
const SHOWN = new WeakMap<Element, string | undefined>();

function aboutOf(
  { message, hint, evidence, findings = [] }: CheckResult,
  shownElsewhere: readonly ReportFinding[],
): Node[] {
  const rest = findings.filter(
    ({ pointer, rule }) => !shownElsewhere.some(each => each.pointer === pointer && each.rule === rule),
  );
  const requests = evidence.map(({ method, url, status, ms, note }) =>
    element(
      'li',
      {},
      element('code', { dir: 'ltr' }, `${method} ${url}`),
      ` ${status ?? 'no response'}, ${Math.round(ms).toLocaleString('en')} ms${note === undefined ? '' : `; ${note}`}`,
    ),
  );
  return [
    element('p', {}, [message, hint].filter(Boolean).join(' ')),
    ...(rest.length > 0 ? [element('ul', { className: 'findings' }, ...createFindingItems(rest))] : []),
    ...(requests.length > 0
      ? [
          element(
            'details',
            {},
            element('summary', {}, 'Requests'),
            element('ul', { className: 'evidence' }, ...requests),
          ),
        ]
      : []),
  ];
}
