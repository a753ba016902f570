import { failure } from '#manifest/result.ts';

/** The result of a tool that needs live services on a host without them. */
export const READ_ONLY_ERROR = failure(
  'This registry is read-only, so this tool is not available. Use search_listings, get_listing, or plan_call.',
);
