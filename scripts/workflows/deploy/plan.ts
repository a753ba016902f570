import { addressesFrom } from '#edge/config.ts';
import type { DeploymentPlan } from './deployment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that become variables of the Worker. Its only secret, SUBMISSION_APP_PRIVATE_KEY, is not among them. */
const VARIABLES = [
  'REGISTRY_URL',
  'SITE_URL',
  'VALIDATOR_URL',
  'MCP_URL',
  'SITE_NAME',
  'SECURITY_CONTACT',
  'CONTACT',
  'REPOSITORY_URL',
  'VALIDATE_LIMIT',
  'SUBMIT_LIMIT',
  'REQUEST_LOG',
  'DOH_URL',
  'GITHUB_REPOSITORY',
  'SUBMISSION_APP_ID',
  'SUBMISSION_APP_INSTALLATION_ID',
];

/**
 * Creates the deployment plan from the environment. The hosts of REGISTRY_URL and the other URLs become domains of the Worker.
 * @throws RangeError naming the variable with an invalid value
 */
export function createPlan(environment: Environment): DeploymentPlan {
  const variables = Object.fromEntries(
    VARIABLES.flatMap(name => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const { registry, site, validator, mcp } = addressesFrom(environment, 'https://unnamed.workers.dev');
  const hosts = new Set([registry, site, validator, mcp].map(address => new URL(address).host));
  return {
    variables,
    domains: [...hosts].filter(host => !host.endsWith('.workers.dev')),
    address: environment.REGISTRY_URL ? registry : undefined,
  };
}
