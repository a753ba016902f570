import type { Command } from '../command.ts';
import { MANIFEST_OPTIONS } from '../manifest/init/options.ts';

export const init: Command = {
  name: 'init',
  summary: 'write a manifest, by questions or from an OpenAPI document',
  operands: [],
  options: {
    'from-openapi': { value: 'FILE|URL', help: 'an OpenAPI document of version 2.0, 3.0 or 3.1, JSON or YAML' },
    origin: { value: 'URL', help: 'the server to describe, where the document names several or none' },
    only: { value: 'PATH', help: 'take only endpoints whose path begins like this', several: true },
    output: {
      value: 'FILE',
      help: 'where to write it; api-manifest.json unless said otherwise, - for standard output',
    },
    force: { help: 'write over a file that exists' },
    'no-questions': { help: 'ask nothing, as where there is no terminal' },
    json: { help: 'what was written and what is still open, as JSON' },
    ...MANIFEST_OPTIONS,
  },
  about: [
    'Writes api-manifest.json. On a terminal it asks for whatever options and document do not tell; elsewhere it marks it with TODO, and validate warns of each mark until it is gone. Nothing is invented: from a document come endpoints, parameters, answers, authentication, contact and version, and what was assumed is listed.',
    'HTML in descriptions becomes text, references are followed, references to other documents are not fetched. A document at an address is fetched as those of strangers are: public addresses only, or this machine.',
  ],
  examples: [
    ['init', 'by questions'],
    ['init --from-openapi openapi.yaml', 'from a document, with questions for what it does not tell'],
    [
      'init --from-openapi https://api.example.com/openapi.json --category weather --primary-category live',
      'in a script',
    ],
    [
      'init --name Tides --endpoint "GET /v1/tides Tides of one harbour on one day" --output -',
      'a start, to standard output',
    ],
  ],
  exits: {
    0: 'written, and complete',
    1: 'written, with places marked TODO or left open',
    2: 'not written: the document was not understood, an option is wrong, the file exists',
    130: 'given up at a question',
  },
  run: async (...call) => (await import('../manifest/init.ts')).init(...call),
};
