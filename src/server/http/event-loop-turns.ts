/** How long requests may be processed in one turn of the event loop, in milliseconds, before the others wait. */
const MAX_TURN_MS = 20;

/** Spreads requests over turns of the event loop. */
export interface EventLoopTurns {
  /** Resolves when a request may be processed; undefined if it may be at once. */
  wait(): Promise<void> | undefined;
}

/**
 * Limits the time of each turn of the event loop. Node processes the requests of all readable sockets in one turn, so that a
 * burst of searches would stop timers and all other connections until the last is done. Requests beyond the limit take one
 * turn each, in their order.
 */
export function createEventLoopTurns(): EventLoopTurns {
  const waiting: (() => void)[] = [];
  /** When the first request of this turn arrived; undefined before it. */
  let turnStart: number | undefined;

  function startNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(startNext);
  }

  return {
    wait() {
      if (turnStart === undefined) {
        turnStart = performance.now();
        setImmediate(() => {
          turnStart = undefined;
        });
      }
      if (waiting.length === 0 && performance.now() - turnStart < MAX_TURN_MS) return undefined;
      return new Promise(resolve => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(startNext);
      });
    },
  };
}
