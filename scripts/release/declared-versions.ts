import { VERSION } from '#manifest/version.ts';
import rootPackage from '../../package.json' with { type: 'json' };
import server from '../../server.json' with { type: 'json' };

/** The version of the software in each file that declares it. A release raises all of them together. */
export const DECLARED_VERSIONS: Readonly<Record<string, string | undefined>> = {
  'package.json': rootPackage.version,
  'server.json': server.version,
  'server.json, packages': server.packages[0]?.version,
  'src/manifest/version.ts': VERSION,
};
