/** Why a command ended before its work was done: Ctrl-C, or the system. */
export class InterruptedError extends Error {
  override readonly name = 'Stopped';
}
