import { VERSION } from '#cli/version.ts';
import { SERVICE_VERSION } from '#edge/http/envelope.ts';
import { createUserAgent } from '#verify/fetch/user-agent.ts';
import rootPackage from '../../package.json' with { type: 'json' };
import server from '../../server.json' with { type: 'json' };

/** The version of the software in each file that declares it. A release raises all of them together. */
export const DECLARED_VERSIONS: Readonly<Record<string, string | undefined>> = {
  'package.json': rootPackage.version,
  'server.json': server.packages[0]?.version,
  'src/cli/version.ts': VERSION,
  'src/edge/http/envelope.ts': SERVICE_VERSION,
  'src/verify/fetch/user-agent.ts': /^api-registry\/(\S+)/.exec(createUserAgent('https://registry.example'))?.[1],
};
