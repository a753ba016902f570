import { AGENT_CHECKS } from './agent-checks.ts';
import { HEADER_CHECKS } from './header-checks.ts';
import { MCP_CHECKS } from './mcp-checks.ts';
import { QUERY_CHECKS } from './query-checks.ts';
import { REGISTRY_CHECKS } from './registry-checks.ts';
import { SURFACE_CHECKS } from './surface-checks.ts';
import type { Check, Target } from './target.ts';

const CHECKS = [
  ...REGISTRY_CHECKS,
  ...QUERY_CHECKS,
  ...HEADER_CHECKS,
  ...SURFACE_CHECKS,
  ...AGENT_CHECKS,
  ...MCP_CHECKS,
];

/**
 * Looks at a registry from outside: every endpoint of section 4 of the specification, both transports of its tool hub, the
 * headers, and a submission that is refused. It leaves nothing behind.
 *
 * @param tell takes one line a check
 * @returns how many checks there are, and how many of them failed
 */
export async function smoke(
  place: Target,
  tell: (line: string) => void,
): Promise<{ readonly checks: number; readonly failed: number }> {
  let failed = 0;
  // One after the other: a registry that has just been deployed is not to be flooded, and the lines keep their order.
  for (const check of CHECKS) {
    const faults = await faultsOf(check, place);
    if (faults.length > 0) failed += 1;
    tell(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${check.name}`);
    for (const fault of faults) tell(`       ${fault}`);
  }
  return { checks: CHECKS.length, failed };
}

async function faultsOf(check: Check, place: Target): Promise<readonly string[]> {
  try {
    return await check.run(place);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return [`${error instanceof Error ? error.message : String(error)}${cause}`];
  }
}
