import fc from 'fast-check';

// A run that fails must fail again: random cases come from one seed, unless FAST_CHECK_SEED sets another one to find new cases.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });

// Files of a worker share its global objects, and the Node server replaces these.
const NATIVE = Symbol.for('the Request and Response of Node');
const shared = globalThis as { [NATIVE]?: Pick<typeof globalThis, 'Request' | 'Response'> };
shared[NATIVE] ??= { Request, Response };
Object.assign(globalThis, shared[NATIVE]);
