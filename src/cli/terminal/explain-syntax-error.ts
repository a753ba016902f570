/**
 * Resolves to a result, and replaces a SyntaxError, which says neither which file is damaged nor what to do.
 * @throws RangeError with the message
 */
export function explainSyntaxError<T>(result: Promise<T>, message: string): Promise<T> {
  return result.catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? new RangeError(message, { cause }) : cause;
  });
}
