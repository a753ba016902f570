import { ENDPOINT_HEADER } from './session-object.ts';
import type { Sessions } from './sessions.ts';

/** The platform's binding to `SessionObject`. */
export interface SessionNamespace<Id extends object = object> {
  newUniqueId(): Id;
  /** Throws for an invalid id. */
  idFromString(text: string): Id;
  get(id: Id): { fetch(request: Request): Promise<Response> };
}

/** Creates sessions on Workers. Each is a Durable Object with an id that only the platform can create. */
export function createDurableSessions<Id extends object>(namespace: SessionNamespace<Id>): Sessions {
  async function send(text: string, request: RequestInit): Promise<boolean> {
    const id = parseId(text, namespace);
    if (id === undefined) return false;
    const { ok } = await namespace.get(id).fetch(new Request(SESSION_URL, request));
    return ok;
  }

  return {
    async open(getEndpoint) {
      const id = namespace.newUniqueId();
      const headers = { [ENDPOINT_HEADER]: getEndpoint(String(id)) };
      const { body } = await namespace.get(id).fetch(new Request(SESSION_URL, { headers }));
      return body ?? undefined;
    },
    touch: id => send(id, { method: 'HEAD' }),
    send: (id, message) => send(id, { method: 'POST', body: message }),
  };
}

/** A request needs a URL, but the id selects the object. */
const SESSION_URL = 'https://session.invalid/';

function parseId<Id extends object>(text: string, namespace: SessionNamespace<Id>): Id | undefined {
  try {
    return namespace.idFromString(text);
  } catch {
    return undefined;
  }
}
