import { ENDPOINT_HEADER } from './session-object.ts';
import type { Sessions } from './sessions.ts';

/** The platform's binding to `SessionObject`. */
export interface SessionNamespace<Id extends object = object> {
  newUniqueId(): Id;
  /** Throws when the text is no id of this namespace. */
  idFromString(text: string): Id;
  get(id: Id): { fetch(request: Request): Promise<Response> };
}

/** Sessions on Workers: each is a Durable Object, under an id that only the platform can make. */
export function durableSessions<Id extends object>(namespace: SessionNamespace<Id>): Sessions {
  async function asked(text: string, request: RequestInit): Promise<boolean> {
    const id = idIn(text, namespace);
    if (id === undefined) return false;
    const { ok } = await namespace.get(id).fetch(new Request(INSIDE, request));
    return ok;
  }

  return {
    async open(endpointOf) {
      const id = namespace.newUniqueId();
      const headers = { [ENDPOINT_HEADER]: endpointOf(String(id)) };
      const { body } = await namespace.get(id).fetch(new Request(INSIDE, { headers }));
      return body ?? undefined;
    },
    touch: id => asked(id, { method: 'HEAD' }),
    send: (id, message) => asked(id, { method: 'POST', body: message }),
  };
}

/** An object is found by its id; an address is needed for form's sake. */
const INSIDE = 'https://session.invalid/';

function idIn<Id extends object>(text: string, namespace: SessionNamespace<Id>): Id | undefined {
  try {
    return namespace.idFromString(text);
  } catch {
    return undefined;
  }
}
