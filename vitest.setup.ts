import fc from 'fast-check';

// A run that fails must fail again: random cases come from one seed, unless FAST_CHECK_SEED sets another one to find new cases.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });
