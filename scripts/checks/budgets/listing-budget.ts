import type { PageWeight } from './page-weight.ts';

/** What the page of a listing may weigh with all that it loads, and how much of it may be script, in bytes as sent. */
export const LISTING_BUDGET = { total: 60_000, script: 15_000 } as const;

/** What is over the budget, as a sentence; undefined where nothing is. */
export function overBudget({ total, script, files }: PageWeight): string | undefined {
  if (total <= LISTING_BUDGET.total && script <= LISTING_BUDGET.script) return undefined;
  const heaviest = [...files].sort(([, a], [, b]) => b - a).slice(0, 4);
  const list = heaviest.map(([name, bytes]) => `${name} ${bytes}`).join(', ');
  return `${total} bytes, ${script} of them script; may be ${LISTING_BUDGET.total} and ${LISTING_BUDGET.script}. The heaviest: ${list}.`;
}
