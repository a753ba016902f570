import { parseOrigin } from '#listing/origin.ts';
import { rejectBlocked } from '#submission/blocklist.ts';
import type { LiveContext } from './context.ts';

/**
 * Returns the services of a host, but they reject blocked origins before they check, fetch, or open a submission for them.
 * All operations and tools of the application use the returned services, on every host. The fetcher of the host rejects
 * the requests that remain, such as those for the onboarding URL of another publisher.
 *
 * @throws SubmissionError `refused`, from each service
 */
export function guardLive(live: LiveContext): LiveContext {
  const { blocklist, verify, fetch, submissions } = live;
  return {
    ...live,
    async verify(origin, isLocal, progress) {
      rejectBlocked(origin, blocklist);
      return verify(origin, isLocal, progress);
    },
    async fetch(request) {
      const origin = parseOrigin(request.url);
      if (origin.ok) rejectBlocked(origin.value, blocklist);
      return fetch(request);
    },
    ...(submissions && {
      submissions: {
        async submit(origin, context) {
          rejectBlocked(origin, blocklist);
          return submissions.submit(origin, context);
        },
        status: id => submissions.status(id),
      },
    }),
  };
}
