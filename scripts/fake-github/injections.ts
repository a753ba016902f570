import type { Operation } from './description.ts';
import type { Reply } from './reply.ts';

/** An injected failure. */
export interface Injection {
  readonly operation: Operation;
  /** The number of failures (default: 1). */
  readonly times?: number;
  /** `lost` performs the operation but loses the reply, `hang` never replies, and a reply replaces the real one. */
  readonly reply: 'lost' | 'hang' | Reply;
}

/** The failures to inject into the next requests. */
export class Injections {
  readonly #left: { injection: Injection; times: number }[] = [];

  add(injection: Injection): void {
    this.#left.push({ injection, times: injection.times ?? 1 });
  }

  take(operation: Operation): Injection['reply'] | undefined {
    const found = this.#left.find(each => each.injection.operation === operation && each.times > 0);
    if (!found) return undefined;
    found.times -= 1;
    return found.injection.reply;
  }
}
