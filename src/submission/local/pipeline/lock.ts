/** Runs actions one at a time. */
export interface Lock {
  /** Waits for all earlier actions. Returns the result of the action. */
  run<T>(action: () => Promise<T>): Promise<T>;
}

/** Creates a lock. An action that fails does not stop the next one. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(action) {
      const result = last.then(action);
      last = result.catch(() => undefined);
      return result;
    },
  };
}
