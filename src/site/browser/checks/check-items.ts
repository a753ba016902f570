import { outcomeWord } from '../../health/checks-in-words.ts';
import { element } from '../element.ts';
import { findingItems } from './finding-items.ts';
import { type Check, LOOKS } from './report.ts';

/**
 * Shows checks in a list that names all of them from the start: what came of each, and which one runs.
 * @param running whether the first check without a result is being made
 */
export function showChecks(list: Element, checks: readonly Check[], running: boolean): void {
  let next = running;
  for (const item of list.querySelectorAll<HTMLElement>('[data-check]')) {
    const check = checks.find(({ name }) => name === item.dataset.check);
    const state = item.querySelector('[data-check-state]');
    const about = item.querySelector('[data-check-about]');
    if (!state || !about) continue;
    item.querySelector('[data-check-meaning]')?.toggleAttribute('hidden', check !== undefined);
    if (check === undefined) {
      state.className = 'status status-waiting';
      state.textContent = next ? 'Running' : 'Waiting';
      about.replaceChildren();
      next = false;
      continue;
    }
    const word = outcomeWord(check);
    state.className = `status status-${LOOKS[word]}`;
    state.textContent = word;
    about.replaceChildren(...aboutOf(check));
  }
}

function aboutOf({ message, hint, evidence, findings = [] }: Check): Node[] {
  const asked = evidence.map(({ method, url, status, ms, note }) =>
    element(
      'li',
      {},
      element('code', { dir: 'ltr' }, `${method} ${url}`),
      ` ${status ?? 'no answer'}, ${Math.round(ms).toLocaleString('en')} ms${note === undefined ? '' : `; ${note}`}`,
    ),
  );
  return [
    element('p', {}, [message, hint].filter(Boolean).join(' ')),
    ...(findings.length > 0 ? [element('ul', { className: 'findings' }, ...findingItems(findings))] : []),
    ...(asked.length > 0
      ? [
          element(
            'details',
            {},
            element('summary', {}, 'What was asked'),
            element('ul', { className: 'evidence' }, ...asked),
          ),
        ]
      : []),
  ];
}
