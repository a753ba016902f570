import type { McpClientInfo, McpLive } from '#mcp/context.ts';
import { createMcpHandler, type McpHandler } from '#mcp/mcp-handler.ts';
import { suggestSearches } from '#query/text/suggestions.ts';
import { SubmissionError } from '#submission/submission.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import { reportOnManifestInSteps } from '#verify/report-on-manifest.ts';
import { findExampleApi } from '../agents/example-api.ts';
import { guidance } from '../agents/guidance.ts';
import type { EdgeContext, LiveContext } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { type Caller, type RateLimit, UNKNOWN_CLIENT } from '../middleware/rate-limit.ts';
import type { OperationLimits } from './operations.ts';

/**
 * Creates the MCP server of this registry (specification, section 1). Its tools share the services and the rate limits
 * of the HTTP API, so that a client cannot double its quota.
 */
export function mcpRoute(services: EdgeContext, limits: OperationLimits): McpHandler {
  const { addresses, catalog, live, largeTexts, mcp, onError } = services;
  const now = live?.now ?? Date.now;
  return createMcpHandler({
    addresses,
    catalog,
    suggest: (q, { corrections }) => suggestSearches(q, corrections),
    guidance: async () => {
      const current = await catalog();
      return guidance(addresses, await findExampleApi(current, addresses), current.summary.statuses);
    },
    now,
    reportOn: manifest => reportOnManifestInSteps(manifest, now()),
    ...(largeTexts && {
      parseLargeMessage: async (bytes, client) => {
        countCall(limits.validate, client);
        return largeTexts.parseMessage(bytes, now());
      },
    }),
    tellable: error => (error instanceof Problem || error instanceof SubmissionError ? error.message : undefined),
    ...mcp,
    ...(onError && { onError }),
    ...(live && { live: createLiveTools(live, limits) }),
  });
}

function createLiveTools({ verify, fetch, submissions }: LiveContext, { validate, submit }: OperationLimits): McpLive {
  return {
    refusal({ url }, { isLocal }) {
      const admission = validateUrl(url, { listingOrigin: url, local: isLocal });
      return admission.ok ? undefined : `${admission.error.message} ${admission.error.hint}`;
    },
    fetch: async (request, client) => {
      const { isLocal } = countCall(validate, client);
      return fetch({ ...request, local: isLocal });
    },
    verify: async (origin, client) => {
      const { isLocal } = countCall(validate, client);
      return verify(origin, isLocal);
    },
    ...(submissions && {
      submissions: {
        submit: async (origin, caller) => {
          const { client, isLocal } = countCall(submit, caller);
          return submissions.submit(origin, { client, isPrivileged: isLocal });
        },
        status: id => submissions.status(id),
      },
    }),
  };
}

/** Counts a tool call toward the rate limit of the equivalent HTTP request. */
function countCall(limit: RateLimit, { client = UNKNOWN_CLIENT, isLocal = false }: McpClientInfo): Caller {
  limit.take({ client, isLocal });
  return { client, isLocal };
}
