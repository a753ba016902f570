/** The version of the CLI and of its npm package. */
export const VERSION = '0.3.1';
