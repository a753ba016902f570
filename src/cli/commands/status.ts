import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const status: Command = {
  name: 'status',
  summary: 'show the status of a submission',
  operands: [{ name: 'submission' }],
  options: {
    ...REGISTRY_OPTION,
    wait: { help: 'wait until the API is listed or the submission is rejected' },
    timeout: { value: 'SECONDS', help: 'maximum seconds to wait (default: 600)' },
    json: { help: 'print the submission as JSON' },
  },
  about: [
    'Shows the status of a submission by the id that submit printed. For a rejected one, lists the errors to fix.',
  ],
  examples: [
    ['status 01a223f9-6b9b-706d-ae79-6b77dcb84528', 'show the current status'],
    [
      'status 01a223f9-6b9b-706d-ae79-6b77dcb84528 --wait',
      'wait until the submission is rejected or the API is listed',
    ],
  ],
  exits: {
    0: 'accepted',
    1: 'rejected, or not yet decided',
    2: 'the registry is unreachable, or the submission does not exist',
  },
  run: async (...call) => (await import('../registry/submissions.ts')).status(...call),
};
