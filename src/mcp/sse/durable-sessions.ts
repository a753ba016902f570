import { ENDPOINT_HEADER } from './session-object.ts';
import type { Sessions } from './sessions.ts';

/** The platform's binding to `SessionObject`. */
export interface SessionNamespace<Id extends object = object> {
  idFromName(name: string): Id;
  /** Throws for an invalid id. */
  idFromString(text: string): Id;
  get(id: Id): { fetch(request: Request): Promise<Response> };
}

/** The name of the object for clients without a known IP address, which count as one client. */
const UNKNOWN_CLIENT = '(unknown)';

/**
 * Creates sessions on Workers. Each client has a Durable Object, which limits the number of its streams. The id of a
 * session is the id of that object, a period, and a random part that only the object can create.
 */
export function createDurableSessions<Id extends object>(namespace: SessionNamespace<Id>): Sessions {
  async function send(sessionId: string, request: RequestInit): Promise<boolean> {
    const [object = '', session = ''] = sessionId.split('.');
    const id = parseId(object, namespace);
    if (id === undefined || session === '') return false;
    const { ok } = await namespace.get(id).fetch(new Request(SESSION_URL + encodeURIComponent(session), request));
    return ok;
  }

  return {
    async open(getEndpoint, { client = UNKNOWN_CLIENT }) {
      const id = namespace.idFromName(client);
      const headers = { [ENDPOINT_HEADER]: getEndpoint(`${id}.`) };
      const { ok, body } = await namespace.get(id).fetch(new Request(SESSION_URL, { headers }));
      return ok && body ? body : undefined;
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
