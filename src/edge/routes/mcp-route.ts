import type { McpLive } from '#mcp/context.ts';
import { createMcpHandler, type McpHandler } from '#mcp/mcp-handler.ts';
import { SubmissionError } from '#submission/submission.ts';
import { validateUrl } from '#verify/fetch/rules/url-rules.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { guidance } from '../agents/guidance.ts';
import type { EdgeContext, LiveContext } from '../context.ts';
import { Problem } from '../http/problem.ts';
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

function hubLive({ verify, fetch, submissions, local }: LiveContext, { validate, submit }: OperationLimits): McpLive {
  return {
    refusal({ url }) {
      const admission = validateUrl(url, { listingOrigin: url, local });
      return admission.ok ? undefined : `${admission.error.message} ${admission.error.hint}`;
    },
    fetch: async (request, { client }) => {
      validate.take(client);
      return fetch(request);
    },
    verify: async (origin, { client }) => {
      validate.take(client);
      return verify(origin);
    },
    ...(submissions && {
      submissions: {
        submit: async (origin, asker) => {
          submit.take(asker.client);
          return submissions.submit(origin, asker);
        },
        status: id => submissions.status(id),
      },
    }),
  };
}
