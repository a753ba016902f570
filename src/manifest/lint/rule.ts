import type { Manifest } from '../manifest.ts';

/** One thing that a valid manifest may get wrong. It never makes a manifest invalid. */
export interface LintRule {
  readonly name: string;
  /** `warning`: agents may be misled. `info`: could be better. */
  readonly severity: 'warning' | 'info';
  /** How to mend it. */
  readonly hint: string;
  /** The fragment under which the documentation explains the rule. */
  readonly anchor: string;
  /** The places of a manifest that break the rule. `now` is the time in milliseconds since 1970. */
  check(manifest: Manifest, now: number): Iterable<Remark>;
}

/** One place that breaks a rule. */
export interface Remark {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
  /** The value at fault, if one is there. */
  readonly value?: unknown;
  /** A hint for this very place, better than the rule's. */
  readonly hint?: string;
}
