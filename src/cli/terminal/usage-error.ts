/** Invalid arguments on the command line. The message names the argument and the allowed values. */
export class UsageError extends RangeError {}
