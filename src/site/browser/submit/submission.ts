import type { Check, Report, ReportFinding } from '../checks/report.ts';

/** How a submission stands, as the registry's status tells it. */
export interface Submission {
  readonly submission_id: string;
  readonly listing_id: string;
  readonly url: string;
  readonly status: 'pending' | 'validating' | 'approved' | 'rejected';
  /** Of a submission that is being checked, where the registry tells: the checks that have ended. */
  readonly checks?: readonly Check[];
  readonly outcome?: 'listed' | 'updated' | 'unchanged' | 'claimed' | 'withdrawn';
  readonly similar_names?: readonly string[];
  readonly live?: boolean;
  readonly reason?: string;
  readonly errors?: readonly ReportFinding[];
  readonly report?: Report | null;
  readonly retryable?: boolean;
}
