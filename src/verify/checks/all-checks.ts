import { authVerified } from './auth-verified.ts';
import type { Check } from './check.ts';
import { endpointsReachable } from './endpoints-reachable.ts';
import { lint } from './lint.ts';
import { manifestReachable } from './manifest-reachable.ts';
import { paymentReady } from './payment-ready.ts';
import { schemaValid } from './schema-valid.ts';

/** All checks, in execution order (design: Checks of an origin). */
export const CHECKS: readonly Check[] = [
  manifestReachable,
  schemaValid,
  lint,
  endpointsReachable,
  authVerified,
  paymentReady,
];
