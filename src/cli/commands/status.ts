import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const status: Command = {
  name: 'status',
  summary: 'tell how a submission stands',
  operands: [{ name: 'submission' }],
  options: {
    ...REGISTRY_OPTION,
    wait: { help: 'wait until the API is listed, or the submission is rejected' },
    timeout: { value: 'SECONDS', help: 'the longest to wait; 600 unless said otherwise' },
    json: { help: 'the state of the submission as JSON' },
  },
  about: ['Tells how a submission stands, by the id that submit printed, and what to mend if it was rejected.'],
  examples: [
    ['status 20261121-7f3a', 'once'],
    ['status 20261121-7f3a --wait', 'until it is decided and, once accepted, to be seen in the registry'],
  ],
  exits: {
    0: 'accepted',
    1: 'rejected, or not decided yet',
    2: 'the registry could not be asked, or knows no such submission',
  },
  run: async (...call) => (await import('../registry/status.ts')).status(...call),
};
