import type { DeploymentSettings } from './deployment-settings.ts';
import type { RunCommand } from './machine/run-command.ts';
import { createState, type Step } from './step.ts';

export interface SmokeContext {
  readonly settings: DeploymentSettings;
  /** The root of the clone. */
  readonly clone: string;
  readonly run: RunCommand;
}

/** Tests every endpoint of the public registry, as the workflow Deploy does on GitHub. */
export function createSmokeStep({ settings, clone, run }: SmokeContext): Step {
  const { registry_url, site_url, validator_url, mcp_url } = settings;
  const urls = Object.entries({ '--site': site_url, '--validator': validator_url, '--mcp': mcp_url });
  const args = [registry_url, ...urls.flatMap(([name, url]) => (url === undefined ? [] : [name, url]))];
  return {
    id: 'smoke',
    title: 'Smoke checks',
    effect: 'Some requests of clients fail.',
    undo: 'Nothing to undo.',
    async inspect() {
      const { ok, output } = await run(process.execPath, ['scripts/smoke.ts', ...args], { cwd: clone });
      const failed = output.split('\n').flatMap(line => (line.startsWith('FAILED ') ? [line.slice(7)] : []));
      const missing = ok || failed.length > 0 ? failed : ['a result of npm run smoke'];
      return createState(missing, `Run npm run smoke -- ${args.join(' ')}, and see journalctl -u registry.`);
    },
  };
}
