import type { ToolError } from './tool.ts';

/** What tools answer that need more than reading, where the host does nothing else. */
export const READ_ONLY_COPY: ToolError = {
  fault: 'This copy of the registry is for reading only. search_listings, get_listing and plan_call work here.',
};
