import { type EventStream, type EventStreamOptions, openEventStream } from './event-stream.ts';
import type { Sessions } from './sessions.ts';

export interface MemorySessions extends Sessions {
  /** How many are open. */
  readonly size: number;
}

export interface MemorySessionsOptions extends Omit<EventStreamOptions, 'onEnd'> {
  /** The most sessions at a time. */
  readonly most?: number;
  /** The most of one client. */
  readonly mostOfOne?: number;
}

interface Held {
  readonly stream: EventStream;
  readonly client: string | undefined;
}

/** Sessions in the memory of this process, which answers to all of their messages. */
export function memorySessions({ most = 1024, mostOfOne = 256, ...times }: MemorySessionsOptions = {}): MemorySessions {
  const held = new Map<string, Held>();

  /** Requests without a known client count as those of one, so that the limit holds on every path. */
  function isFull(client: string | undefined): boolean {
    if (held.size >= most) return true;
    if (held.size < mostOfOne) return false;
    return [...held.values()].filter(each => each.client === client).length >= mostOfOne;
  }

  return {
    get size() {
      return held.size;
    },
    async open(endpointOf, { client }) {
      if (isFull(client)) return undefined;
      const id = crypto.randomUUID();
      const stream = openEventStream({ ...times, onEnd: () => held.delete(id) });
      held.set(id, { stream, client });
      stream.send('endpoint', endpointOf(id));
      return stream.body;
    },
    async touch(id) {
      held.get(id)?.stream.touch();
      return held.has(id);
    },
    send: async (id, message) => held.get(id)?.stream.send('message', message) ?? false,
  };
}
