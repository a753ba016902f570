import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const submit: Command = {
  name: 'submit',
  summary: 'list an API in a registry, and wait until it is listed',
  operands: [{ name: 'address' }],
  options: {
    ...REGISTRY_OPTION,
    'no-wait': { help: 'end as soon as the submission is taken in' },
    timeout: { value: 'SECONDS', help: 'the longest to wait; 600 unless said otherwise' },
    json: { help: 'the last state of the submission as JSON' },
  },
  about: [
    'Asks the registry to list the API at an address, and tells how that goes: the registry fetches the manifest from /.well-known/api-manifest.json, checks it, and lists the API when the checks pass. No account is needed.',
    'Submitting an API that is listed already asks for a re-check, so this is also how a new version of the manifest gets into the registry at once.',
  ],
  examples: [
    ['submit https://api.example.com --registry https://registry.example', 'until it is listed'],
    ['submit https://api.example.com --no-wait --json', 'in a script that asks for the status later'],
  ],
  exits: {
    0: 'accepted (with --no-wait: taken in)',
    1: 'rejected, or not decided in time',
    2: 'the registry could not be asked, or refuses the address',
  },
  run: async (...call) => (await import('../registry/submit.ts')).submit(...call),
};
