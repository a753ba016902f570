import type { Report } from '#contract/report.ts';
import type { Position } from '#manifest/json-text/position.ts';

/** What a person asked to have checked: the report on it, or why there is none. */
export type CheckOutcome = CheckedSubject | { readonly refusal: string };

export interface CheckedSubject {
  readonly report: Report;
  /** Its name: an origin, or a file. */
  readonly subject: string;
  /** Where the text has the place that a JSON Pointer names, or what it is missing in. */
  readonly findPosition?: (pointer: string) => Position | undefined;
}
