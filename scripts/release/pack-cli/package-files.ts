import { COMMANDS } from '#cli/commands.ts';
import { overview } from '#cli/terminal/help.ts';
import { VERSION } from '#manifest/version.ts';
import server from '../../../server.json' with { type: 'json' };

/** The oldest Node that has all that the command uses. */
const OLDEST_NODE = '22.19';

/** @param repository `owner/name` on GitHub, which npm holds the package's provenance to; undefined where there is none */
export function packageJson(repository?: string): string {
  const manifest = {
    name: 'api-manifest',
    // By this the MCP registry sees that the package belongs to what server.json says.
    mcpName: server.name,
    version: VERSION,
    description: 'Describe an API for agents in a manifest, check it, list it in a registry, and find others there.',
    license: 'MIT',
    ...(repository && { repository: { type: 'git', url: `git+https://github.com/${repository}.git` } }),
    type: 'module',
    bin: { 'api-manifest': 'bin.js' },
    exports: {
      './client': { types: './client/client.d.ts', default: './client/client.js' },
      './package.json': './package.json',
    },
    engines: { node: `>=${OLDEST_NODE}` },
    sideEffects: false,
    keywords: ['api', 'agents', 'registry', 'manifest', 'openapi', 'mcp'],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** What an older Node can read too, so that it can say what is the matter. */
export function bin(): string {
  const [major, minor] = OLDEST_NODE.split('.');
  return `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error('api-manifest needs Node ${OLDEST_NODE} or newer; this is ' + process.versions.node + '.');
  process.exitCode = 2;
} else await import('./command/api-manifest.js');
`;
}

export function readme(): string {
  return `# api-manifest

\`\`\`
${overview(COMMANDS, false).trim()}
\`\`\`

## In programs

The typed client needs nothing but \`fetch\`: it runs in browsers, in Workers and in Node.

\`\`\`js
import { createClient } from 'api-manifest/client';

const registry = createClient({ registry: 'https://registry.example' });
for await (const { id, name } of registry.iterate({ q: 'weather forecast', auth_required: false })) console.log(id, name);
const { manifest } = await registry.get('api.example.com');
\`\`\`

Errors are of the class \`RegistryError\`, with the registry's problem details (RFC 9457) where it gave any.
`;
}
