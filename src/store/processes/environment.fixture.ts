const { PATH, NODE_COMPILE_CACHE } = process.env;

/** The environment of a program without the variables of the machine that runs the tests, which could change its settings. */
export const BARE_ENVIRONMENT = { PATH, NODE_COMPILE_CACHE };
