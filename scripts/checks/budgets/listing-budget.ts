import type { PageWeight } from './page-weight.ts';

/** The maximum size of the page of a listing with everything that it loads, and of its scripts, in compressed bytes. */
const LISTING_BUDGET = { total: 60_000, script: 15_000 } as const;

/** Describes how a page exceeds the budget. Undefined if it does not. */
export function findBudgetProblem({ total, script, files }: PageWeight): string | undefined {
  if (total <= LISTING_BUDGET.total && script <= LISTING_BUDGET.script) return undefined;
  const largest = [...files].sort(([, a], [, b]) => b - a).slice(0, 4);
  const list = largest.map(([name, bytes]) => `${name} ${bytes}`).join(', ');
  return `${total} bytes, including ${script} bytes of scripts. The limits are ${LISTING_BUDGET.total} and ${LISTING_BUDGET.script}. The largest files: ${list}.`;
}
