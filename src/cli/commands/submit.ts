import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const submit: Command = {
  name: 'submit',
  summary: 'submit an API to a registry and wait until it is listed',
  operands: [{ name: 'url' }],
  options: {
    ...REGISTRY_OPTION,
    'no-wait': { help: 'exit as soon as the registry has queued the submission' },
    timeout: { value: 'SECONDS', help: 'maximum seconds to wait (default: 600)' },
    json: { help: 'print the last state of the submission as JSON' },
  },
  about: [
    'Submits an API and prints its progress. The registry fetches the manifest from /.well-known/api-manifest.json, checks it, and lists the API if the checks pass. You do not need an account.',
    'To update a listing after you change its manifest, submit the API again.',
  ],
  examples: [
    ['submit https://api.example.com --registry https://registry.example', 'submit and wait until the API is listed'],
    ['submit https://api.example.com --no-wait --json', 'submit from a script that polls the status later'],
  ],
  exits: {
    0: 'accepted (with --no-wait: queued)',
    1: 'rejected, or not decided before the timeout',
    2: 'the registry is unreachable or rejected the URL',
  },
  run: async (...call) => (await import('../registry/submissions.ts')).submit(...call),
};
