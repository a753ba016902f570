import type { Manifest } from '../manifest.ts';

/** A lint rule. It never makes a manifest invalid, but a rule of severity `error` prevents a listing. */
export interface LintRule {
  readonly name: string;
  /** `error`: prevents a listing. `warning`: misleads agents. `info`: could be improved. */
  readonly severity: 'error' | 'warning' | 'info';
  /** The fix. */
  readonly hint: string;
  /** The URL fragment of the rule in the documentation. */
  readonly anchor: string;
  /**
   * JSON Pointers of further members that a remark depends on, if a remark does not point to all of them. `*` matches any
   * index, and directly under `/endpoints` the index of the remark. If such a member is missing or has the wrong type, the
   * remark is dropped.
   */
  readonly reads?: readonly string[];
  /**
   * Finds the violations in a manifest.
   *
   * @param now milliseconds since 1970
   */
  check(manifest: Manifest, now: number): Iterable<Remark>;
}

/** One violation of a rule. */
export interface Remark {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
  /** The invalid value, if it exists. */
  readonly value?: unknown;
  /** A more specific hint than that of the rule. */
  readonly hint?: string;
}
