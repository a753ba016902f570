import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'check a mirror or a listing against what the registry signed',
  operands: [{ name: 'folder|file|id', offers: 'folders' }],
  options: {
    ...REGISTRY_OPTION,
    keys: {
      value: 'FILE',
      help: "the public keys to trust, as a JWK set; without it, those of the registry's address",
    },
    'max-age': { value: 'SPAN', help: 'fail if the newest data is older than this, such as 36h or 7d' },
    'accept-older': { help: 'accept an export older than the last verified one, after the registry restored a backup' },
    state: {
      value: 'FILE',
      help: 'where to remember the last verified export (default: verified-exports.json in the state folder of the user)',
    },
    json: { help: 'what was found as JSON' },
  },
  about: [
    'Checks the signature of the export, every file of it, and every listing against its digest. A file in the mirror that no digest covers fails. Given the file of one listing as a mirror has it (<id>.json), or an id, only that one, against the export of the registry.',
    'What is not as it was signed is named: the file, the listing, and the byte where the export holds the same listing a second time, whole. A registry that does not sign is told as such, with exit status 1.',
    'A signature expires 30 days after it was made. Each export that passes is remembered by its key, and an export with an older generated_at fails from then on, so nobody can serve you an old state of the registry.',
    'The keys prove as much as the way by which they came: keep the file of /.well-known/api-registry-keys.json, and give it with --keys.',
  ],
  examples: [
    ['verify copy --registry https://registry.example', 'a mirror'],
    ['verify copy --keys keys.json', 'the same without asking anyone'],
    ['verify copy --max-age 36h', 'the same, and its newest data is at most 36 hours old'],
    ['verify api.example.com', 'what the registry answers for one API'],
  ],
  exits: {
    0: 'all is as it was signed',
    1: 'something is not, is too old, or nothing is signed; each is named',
    2: 'it could not be checked',
  },
  run: async (...call) => (await import('../registry/verify.ts')).verify(...call),
};
