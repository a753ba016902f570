/** The version of the command and of the package that it is published in. */
export const VERSION = '0.3.1';
