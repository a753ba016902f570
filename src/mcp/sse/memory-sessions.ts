import { type EventStream, type EventStreamOptions, openEventStream } from './event-stream.ts';
import type { Sessions } from './sessions.ts';
import { createStreamLimit, type StreamLimitOptions } from './stream-limit.ts';

export interface MemorySessions extends Sessions {
  /** The number of open sessions. */
  readonly size: number;
}

export type MemorySessionsOptions = Omit<EventStreamOptions, 'onEnd'> & StreamLimitOptions;

/** Creates sessions in the memory of this process, which must handle all of their messages. */
export function createMemorySessions(options: MemorySessionsOptions = {}): MemorySessions {
  const sessions = new Map<string, EventStream>();
  const limit = createStreamLimit(options);
  return {
    get size() {
      return sessions.size;
    },
    async open(getEndpoint, { client }) {
      const release = limit.take(client);
      if (!release) return undefined;
      const id = crypto.randomUUID();
      const onEnd = () => {
        sessions.delete(id);
        release();
      };
      const stream = openEventStream({ ...options, onEnd });
      sessions.set(id, stream);
      stream.send('endpoint', getEndpoint(id));
      return stream.body;
    },
    async touch(id) {
      sessions.get(id)?.touch();
      return sessions.has(id);
    },
    send: async (id, message) => sessions.get(id)?.send('message', message) ?? false,
  };
}
