import { createHub, type Hub } from '#mcp/hub.ts';
import type { HubLive } from '#mcp/services.ts';
import { SubmissionFault } from '#submission/submission.ts';
import { admitAddress } from '#verify/address-rules.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';
import { guidance } from './guidance.ts';
import type { OperationLimits } from './operations.ts';
import { Problem } from './problem.ts';
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

function hubLive({ verify, fetch, submissions, local }: LiveServices, { validate, submit }: OperationLimits): HubLive {
  return {
    refusal({ url }) {
      const admission = admitAddress(url, { listingOrigin: url, local });
      return admission.ok ? undefined : `${admission.refusal.message} ${admission.refusal.hint}`;
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
