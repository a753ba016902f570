import { type EventStream, type EventStreamOptions, openEventStream } from './event-stream.ts';
import type { Sessions } from './sessions.ts';

export interface MemorySessions extends Sessions {
  /** The number of open sessions. */
  readonly size: number;
}

export interface MemorySessionsOptions extends Omit<EventStreamOptions, 'onEnd'> {
  /** The maximum number of sessions. */
  readonly maxSessions?: number;
  /** The maximum number of sessions per client. */
  readonly maxSessionsPerClient?: number;
}

interface Session {
  readonly stream: EventStream;
  readonly client: string | undefined;
}

/** Creates sessions in the memory of this process, which must handle all of their messages. */
export function createMemorySessions({
  maxSessions = 1024,
  maxSessionsPerClient = 256,
  ...timeouts
}: MemorySessionsOptions = {}): MemorySessions {
  const sessions = new Map<string, Session>();

  /** Requests without a known client count as those of one, so that the limit holds on every path. */
  function isFull(client: string | undefined): boolean {
    if (sessions.size >= maxSessions) return true;
    if (sessions.size < maxSessionsPerClient) return false;
    return [...sessions.values()].filter(each => each.client === client).length >= maxSessionsPerClient;
  }

  return {
    get size() {
      return sessions.size;
    },
    async open(getEndpoint, { client }) {
      if (isFull(client)) return undefined;
      const id = crypto.randomUUID();
      const stream = openEventStream({ ...timeouts, onEnd: () => sessions.delete(id) });
      sessions.set(id, { stream, client });
      stream.send('endpoint', getEndpoint(id));
      return stream.body;
    },
    async touch(id) {
      sessions.get(id)?.stream.touch();
      return sessions.has(id);
    },
    send: async (id, message) => sessions.get(id)?.stream.send('message', message) ?? false,
  };
}
