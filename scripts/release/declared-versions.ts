import { SERVICE_VERSION } from '#edge/envelope.ts';
import { userAgent } from '#verify/user-agent.ts';
import rootPackage from '../../package.json' with { type: 'json' };
import server from '../../server.json' with { type: 'json' };
import { VERSION } from '../../src/cli/version.ts';

/** The version of the software in each file that declares it. A release raises all of them together. */
export const DECLARED_VERSIONS: Readonly<Record<string, string | undefined>> = {
  'package.json': rootPackage.version,
  'server.json': server.packages[0]?.version,
  'src/cli/version.ts': VERSION,
  'src/edge/envelope.ts': SERVICE_VERSION,
  'src/verify/user-agent.ts': /^api-registry\/(\S+)/.exec(userAgent('https://registry.example'))?.[1],
};
