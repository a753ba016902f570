/**
 * The longest interval between two runs of revalidation, in milliseconds. `next_check_by` is a deadline that a registry
 * meets, so no registry may run it less often.
 */
export const MAX_REVALIDATION_INTERVAL_MS = 6 * 3_600_000;
