/** The error codes of paths at which no file can exist, for example below another file. */
const NOT_FOUND: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/**
 * Returns the result of an operation on a file or folder. Undefined if it does not exist. A file that exists but cannot be read,
 * for example because too many files are open, must not look like a missing one.
 *
 * @throws the system's error if it exists but cannot be read
 */
export async function ifExists<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (NOT_FOUND.includes((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}
