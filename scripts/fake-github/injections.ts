import type { Operation } from './description.ts';
import type { Reply } from './reply.ts';

/** Something that goes wrong on purpose. */
export interface Injection {
  readonly operation: Operation;
  /** How many times; once unless said otherwise. */
  readonly times?: number;
  /** `lost`: it is done, but the answer never arrives; `hang`: nothing is answered; else the reply in its place. */
  readonly answer: 'lost' | 'hang' | Reply;
}

/** The faults that are still to come. */
export class Injections {
  readonly #left: { injection: Injection; times: number }[] = [];

  add(injection: Injection): void {
    this.#left.push({ injection, times: injection.times ?? 1 });
  }

  take(operation: Operation): Injection['answer'] | undefined {
    const found = this.#left.find(each => each.injection.operation === operation && each.times > 0);
    if (!found) return undefined;
    found.times -= 1;
    return found.injection.answer;
  }
}
