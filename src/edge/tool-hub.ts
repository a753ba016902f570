import { createHub, type Hub } from '#mcp/hub.ts';
import type { Asker, HubLive } from '#mcp/services.ts';
import { SubmissionFault } from '#submission/submission.ts';
import { admitAddress } from '#verify/address-rules.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { guidance } from './guidance.ts';
import type { OperationLimits } from './operations.ts';
import { Problem } from './problem.ts';
import { type Caller, type RateLimit, UNKNOWN_CLIENT } from './rate-limit.ts';
import type { LiveServices, Services } from './services.ts';

/** The tool hub over this registry (specification, section 1): the same services as the HTTP API, as tools,
 * and the same limits, so that a client has no second allowance. */
export function toolHub(services: Services, limits: OperationLimits): Hub {
  const { addresses, catalogue, live, mcp, onError } = services;
  const now = live?.now ?? Date.now;
  return createHub({
    addresses,
    catalogue,
    guidance: () => guidance(addresses),
    now,
    reportOn: given => reportOnManifest(given, now()),
    tellable: error => (error instanceof Problem || error instanceof SubmissionFault ? error.message : undefined),
    ...mcp,
    ...(onError && { onError }),
    ...(live && { live: hubLive(live, limits) }),
  });
}

function hubLive({ verify, fetch, submissions }: LiveServices, { validate, submit }: OperationLimits): HubLive {
  return {
    refusal({ url }, { isLocal }) {
      const admission = admitAddress(url, { listingOrigin: url, local: isLocal });
      return admission.ok ? undefined : `${admission.refusal.message} ${admission.refusal.hint}`;
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
function taken(limit: RateLimit, { client = UNKNOWN_CLIENT, isLocal = false }: Asker): Caller {
  limit.take({ client, isLocal });
  return { client, isLocal };
}
