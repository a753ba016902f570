import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';
import { EXIT } from '../terminal/exit-status.ts';
import { failCommand } from '../terminal/fail-command.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'run an MCP server for a registry over standard input and output',
  operands: [],
  options: {
    ...REGISTRY_OPTION,
    local: { help: 'also allow http and loopback URLs, for local tests' },
  },
  about: [
    'Speaks the Model Context Protocol over standard input and output, so that an AI client can find APIs in the registry, fetch manifests, validate, and submit. Use this command in the settings of the client.',
  ],
  examples: [['mcp --registry https://registry.example', 'as the client starts it']],
  exits: { 0: 'the client disconnected', 2: 'the registry is unreachable' },
  run: async (input, terminal) => {
    const { serveMcp, signal } = terminal;
    if (!serveMcp) return failCommand('No MCP client is connected to the standard streams.', terminal);
    const [{ withRegistry }, { getSiteUrl }] = await Promise.all([
      import('../registry/registry.ts'),
      import('../registry/urls.ts'),
    ]);
    return withRegistry(input, terminal, async (_, registry) => {
      await serveMcp({ registry, siteUrl: getSiteUrl(terminal), local: input.has('local'), signal });
      return EXIT.passed;
    });
  },
};
