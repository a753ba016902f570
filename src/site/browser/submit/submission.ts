import type { Check, Report, ReportFinding } from '../checks/report.ts';

/** The status of a submission, as the API returns it. */
export interface Submission {
  readonly submission_id: string;
  readonly listing_id: string;
  readonly url: string;
  readonly status: 'pending' | 'validating' | 'approved' | 'rejected';
  /** The completed checks of a running submission, if the registry returns them. */
  readonly checks?: readonly Check[];
  readonly outcome?: 'listed' | 'updated' | 'unchanged' | 'claimed' | 'withdrawn';
  readonly similar_names?: readonly string[];
  readonly live?: boolean;
  readonly reason?: string;
  readonly errors?: readonly ReportFinding[];
  readonly report?: Report | null;
  readonly retryable?: boolean;
}
