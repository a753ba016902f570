import { createFix } from './fix.ts';
import { inspect } from './inspection.ts';

/** The maximum number of fixes, in case a fix leads to another one. */
const MAX_FIXES = 200;

/** Applies the known fixes one after the other, because each one moves the positions of those behind it. */
export function applyAllFixes(text: string): string {
  const seen = new Set<string>();
  let fixed = text;
  while (seen.size < MAX_FIXES && !seen.has(fixed)) {
    seen.add(fixed);
    const [fix] = inspect(fixed).problems.flatMap(problem => createFix(fixed, problem) ?? []);
    if (fix === undefined) break;
    fixed = fix.text;
  }
  return fixed;
}
