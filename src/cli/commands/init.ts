import type { Command } from '../command.ts';
import { MANIFEST_OPTIONS } from '../manifest/init/options.ts';

export const init: Command = {
  name: 'init',
  summary: 'create a manifest from prompts or from an OpenAPI document',
  operands: [],
  options: {
    'from-openapi': { value: 'FILE|URL', help: 'an OpenAPI document in version 2.0 or 3.0 to 3.2, as JSON or YAML' },
    'fetch-references': { help: 'fetch the other documents that the document references' },
    origin: { value: 'URL', help: 'the server to describe, if the document names several or none' },
    only: { value: 'PATH', help: 'include only endpoints whose path starts with this prefix', repeatable: true },
    tag: { value: 'NAME', help: 'include only operations with this tag', repeatable: true },
    all: { help: 'include all operations of a large document without a prompt' },
    output: { value: 'FILE', help: 'output file, or - for standard output (default: api-manifest.json)' },
    force: { help: 'overwrite an existing file' },
    'no-questions': { help: 'disable prompts (default without a terminal)' },
    json: { help: 'print the result and the missing fields as JSON' },
    ...MANIFEST_OPTIONS,
  },
  about: [
    'Writes api-manifest.json. On a terminal, init prompts for the fields that the options and the document do not provide. Elsewhere, it writes TODO in these fields, and validate fails until you replace them. From an OpenAPI document, it imports endpoints with parameters, bodies, examples, responses, and authentication, suggests categories, and lists its assumptions. If the document has more than 50 operations, init proposes the most important ones; without prompts, it imports all of them.',
    'It converts HTML descriptions to text and resolves references within the document. With --fetch-references, it also includes the documents that the document references, at most 50 with 8 MiB in total: public URLs, and files below the folder of a local document. A document URL must be public, or on this machine. A JSON document has at most 75 MiB and 1.5 million values. A YAML document has at most 8 MiB, because its parser needs 60 times as much memory.',
  ],
  examples: [
    ['init', 'create a manifest from prompts'],
    ['init --from-openapi openapi.yaml', 'import a document and prompt for the rest'],
    [
      'init --from-openapi https://api.example.com/openapi.json --category weather --primary-category live',
      'run without prompts in a script',
    ],
    ['init --name Tides --endpoint "GET /v1/tides Tides of one harbor on one day" --output -', 'print a minimal draft'],
  ],
  exits: {
    0: 'the manifest is complete',
    1: 'the manifest has TODO marks or missing fields, or is too large',
    2: 'no manifest written: unreadable document, invalid option, or the file exists',
    130: 'canceled at a prompt; the answers so far are kept as a draft',
  },
  run: async (...call) => (await import('../manifest/init.ts')).init(...call),
};
