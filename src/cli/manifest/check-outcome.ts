import type { Report } from '#contract/report.ts';
import type { Position } from '#manifest/json-text/position.ts';
import type { Result } from '#manifest/result.ts';

/** The report for a file or URL, or the reason it could not be checked. */
export type CheckOutcome = Result<SubjectReport, string>;

export interface SubjectReport {
  readonly report: Report;
  /** The origin or file name. */
  readonly subject: string;
  /** Returns the position in the text of a JSON Pointer, or of its closest existing parent. */
  readonly findPosition?: (pointer: string) => Position | undefined;
}
