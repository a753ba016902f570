import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'serve the tool hub of a registry over standard input and output',
  operands: [],
  options: {
    ...REGISTRY_OPTION,
    local: { help: 'also ask http and loopback addresses, for trying things out' },
  },
  about: [
    "Speaks the Model Context Protocol with the client that starts it: the client's tools then find APIs in the registry, fetch manifests, validate and submit. It is the command to put into the client's settings.",
  ],
  examples: [['mcp --registry https://registry.example', 'as a client would start it']],
  exits: { 0: 'the client ended', 2: 'the registry could not be asked' },
  run: async (...call) => (await import('../mcp/mcp.ts')).mcp(...call),
};
