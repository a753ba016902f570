import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { COMMANDS } from '#cli/commands.ts';
import { formatOverview } from '#cli/terminal/help.ts';
import { VERSION } from '#cli/version.ts';
import server from '../../../server.json' with { type: 'json' };

/** The oldest Node version that the CLI supports. */
const MIN_NODE_VERSION = '22.19';

/**
 * Creates package.json.
 *
 * @param repository `owner/name` on GitHub, which npm compares with the provenance of the package
 */
export function createPackageJson(repository?: string): string {
  const manifest = {
    name: 'api-manifest',
    // The MCP registry compares this with the name in server.json.
    mcpName: server.name,
    version: VERSION,
    description: 'Create and validate API manifests for agents, and submit and search APIs in a registry.',
    license: 'MIT',
    ...(repository && { repository: { type: 'git', url: `git+https://github.com/${repository}.git` } }),
    type: 'module',
    bin: { 'api-manifest': 'bin.js' },
    exports: {
      './client': { types: './client/client.d.ts', default: './client/client.js' },
      './package.json': './package.json',
    },
    engines: { node: `>=${MIN_NODE_VERSION}` },
    sideEffects: false,
    keywords: ['api', 'agents', 'registry', 'manifest', 'openapi', 'mcp'],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Creates the executable. Its syntax works in old Node versions, so that they can report the required version. */
export function createExecutable(): string {
  const [major, minor] = MIN_NODE_VERSION.split('.');
  return `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error('api-manifest requires Node ${MIN_NODE_VERSION} or later. This is Node ' + process.versions.node + '.');
  process.exitCode = 2;
} else await import('./command/api-manifest.js');
`;
}

export function createReadme(): string {
  return `# api-manifest

\`\`\`
${formatOverview(COMMANDS, false).trim()}
\`\`\`

## Use the client

The typed client needs only \`fetch\`. It runs in browsers, in Workers, and in Node.

\`\`\`js
import { createClient } from 'api-manifest/client';

const registry = createClient({ registry: 'https://registry.example' });
for await (const { id, name } of registry.iterate({ q: 'weather forecast', auth_required: false })) console.log(id, name);
const { manifest } = await registry.get('api.example.com');
\`\`\`

Errors are instances of \`RegistryError\`. They contain the problem details (RFC 9457) of the registry, if there are any.
`;
}

/** Generates the type declarations of the modules in a folder, without tests and fixtures. */
export function generateDeclarations(folder: string): (readonly [name: string, text: string])[] {
  const sources = readdirSync(folder).filter(name => /^[\w-]+\.ts$/.test(name));
  return sources.map(name => {
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(path.join(folder, name), 'utf8'), {
      fileName: name,
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, declaration: true },
    });
    const [error] = diagnostics;
    if (error) throw new Error(`${name}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
    return [name.replace(/\.ts$/, '.d.ts'), outputText.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")] as const;
  });
}
