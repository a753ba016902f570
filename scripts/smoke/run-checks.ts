import { AGENT_CHECKS } from './agent-checks.ts';
import { HEADER_CHECKS } from './header-checks.ts';
import { LINK_CHECKS } from './link-checks.ts';
import { MCP_CHECKS } from './mcp-checks.ts';
import { QUERY_CHECKS } from './query-checks.ts';
import { REGISTRY_CHECKS } from './registry-checks.ts';
import { SURFACE_CHECKS } from './surface-checks.ts';
import type { Check, Target } from './target.ts';

const CHECKS = [
  ...REGISTRY_CHECKS,
  ...QUERY_CHECKS,
  ...HEADER_CHECKS,
  ...LINK_CHECKS,
  ...SURFACE_CHECKS,
  ...AGENT_CHECKS,
  ...MCP_CHECKS,
];

/**
 * Tests a registry from outside: every endpoint in section 4 of the specification, both transports of the MCP server,
 * headers, and a rejected submission. Does not change the registry.
 *
 * @param log called with one line for each check, and one for each problem
 * @returns the number of checks and of failed checks
 */
export async function runSmokeChecks(
  target: Target,
  log: (line: string) => void,
): Promise<{ readonly checks: number; readonly failed: number }> {
  let failed = 0;
  // Runs in sequence, to limit the load on a new deployment and to keep the order of the lines.
  for (const check of CHECKS) {
    const problems = await runCheck(check, target);
    if (problems.length > 0) failed += 1;
    log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${check.name}`);
    for (const problem of problems) log(`       ${problem}`);
  }
  return { checks: CHECKS.length, failed };
}

async function runCheck(check: Check, target: Target): Promise<readonly string[]> {
  try {
    return await check.run(target);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return [`${error instanceof Error ? error.message : String(error)}${cause}`];
  }
}
