import type { McpClientInfo, McpLive } from '#mcp/context.ts';
import { createMcpHandler, type McpHandler } from '#mcp/mcp-handler.ts';
import { SubmissionError } from '#submission/submission.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { guidance } from '../agents/guidance.ts';
import type { EdgeContext, LiveContext } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { type Caller, type RateLimit, UNKNOWN_CLIENT } from '../middleware/rate-limit.ts';
import type { OperationLimits } from './operations.ts';

/** The tool hub over this registry (specification, section 1): the same services as the HTTP API, as tools,
 * and the same limits, so that a client has no second allowance. */
export function mcpRoute(services: EdgeContext, limits: OperationLimits): McpHandler {
  const { addresses, catalog, live, mcp, onError } = services;
  const now = live?.now ?? Date.now;
  return createMcpHandler({
    addresses,
    catalog,
    guidance: () => guidance(addresses),
    now,
    reportOn: given => reportOnManifest(given, now()),
    tellable: error => (error instanceof Problem || error instanceof SubmissionError ? error.message : undefined),
    ...mcp,
    ...(onError && { onError }),
    ...(live && { live: hubLive(live, limits) }),
  });
}

function hubLive({ verify, fetch, submissions }: LiveContext, { validate, submit }: OperationLimits): McpLive {
  return {
    refusal({ url }, { isLocal }) {
      const admission = validateUrl(url, { listingOrigin: url, local: isLocal });
      return admission.ok ? undefined : `${admission.error.message} ${admission.error.hint}`;
    },
    fetch: async (request, asker) => {
      const { isLocal } = taken(validate, asker);
      return fetch({ ...request, local: isLocal });
    },
    verify: async (origin, asker) => {
      const { isLocal } = taken(validate, asker);
      return verify(origin, isLocal);
    },
    ...(submissions && {
      submissions: {
        submit: async (origin, asker) => {
          const { client, isLocal } = taken(submit, asker);
          return submissions.submit(origin, { client, isPrivileged: isLocal });
        },
        status: id => submissions.status(id),
      },
    }),
  };
}

/** Counts a tool call like the HTTP request that would do the same. */
function taken(limit: RateLimit, { client = UNKNOWN_CLIENT, isLocal = false }: McpClientInfo): Caller {
  limit.take({ client, isLocal });
  return { client, isLocal };
}
