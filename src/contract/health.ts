import type { Instant } from './instant.ts';
import type { Status } from './row.ts';

/** The health of a registry: `data` of `GET /health`. */
export interface Health {
  readonly service: string;
  readonly version: string;
  readonly status: 'healthy' | 'degraded';
  /** Descriptions of the failures. Present if the status is `degraded`. */
  readonly problems?: readonly string[];
  /** The commit that the registry was built from. Null if unknown. */
  readonly commit: string | null;
  readonly listings: number;
  readonly listings_by_status: Readonly<Record<Status, number>>;
  /** The time of the newest data. */
  readonly generated_at: Instant | null;
  /** The age of the newest data. Absent from the static file. */
  readonly index_age_seconds?: number | null;
  /**
   * When the last run of revalidation completed, also if no listing was due. Before the first run, the time of the last
   * check. Null before the first check.
   */
  readonly last_run_at: Instant | null;
  /** The deadline for the next check. Null if no check is scheduled. */
  readonly next_check_by: Instant | null;
  readonly revalidation: Revalidation;
}

/** Whether a process checks the listings when they are due. If `off`, no check has a deadline. */
export type Revalidation = 'on' | 'off';
