import { createHub, type Hub } from './hub.ts';
import { sampleLive, sampleServices } from './services.fixture.ts';
import { durableSessions, type SessionNamespace } from './sse/durable-sessions.ts';

export { SessionObject } from './sse/session-object.ts';

interface Environment {
  readonly SESSIONS: SessionNamespace;
}

let hub: Hub | undefined;

/** The hub as a Worker of its own, over the sample listings. */
export default {
  fetch(request: Request, { SESSIONS }: Environment): Promise<Response> {
    hub ??= createHub(sampleServices({ live: sampleLive(), sessions: durableSessions(SESSIONS) }));
    return hub.fetch(request);
  },
};
