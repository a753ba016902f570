import { fetchManifestByDomain } from './fetch-manifest-by-domain.ts';
import { getListing } from './get-listing.ts';
import { getListingHistory } from './get-listing-history.ts';
import { getSubmissionStatus } from './get-submission-status.ts';
import { listCategories } from './list-categories.ts';
import { planCall } from './plan-call.ts';
import { searchListings } from './search-listings.ts';
import { submitApi } from './submit-api.ts';
import type { Tool } from './tool.ts';
import { validateManifest } from './validate-manifest.ts';

/** The tools in the order that clients show: tools to find and use an API, then tools to publish one. */
export const TOOLS: readonly Tool[] = [
  searchListings,
  getListing,
  planCall,
  listCategories,
  getListingHistory,
  fetchManifestByDomain,
  validateManifest,
  submitApi,
  getSubmissionStatus,
];
