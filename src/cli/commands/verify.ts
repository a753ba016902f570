import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'verify a mirror or a listing against the signed export',
  operands: [{ name: 'folder|file|id', completions: 'folders' }],
  options: {
    ...REGISTRY_OPTION,
    keys: {
      value: 'FILE',
      help: 'trusted public keys, as a JWK set (default: the keys that the registry publishes)',
    },
    'max-age': { value: 'SPAN', help: 'maximum age of the newest data, such as 36h or 7d' },
    'accept-older': {
      help: 'accept an export that is older than the last verified one, after the registry restored a backup',
    },
    state: {
      value: 'FILE',
      help: 'file that records the last verified export (default: verified-exports.json in your state folder)',
    },
    json: { help: 'print the result as JSON' },
  },
  about: [
    'Verifies the signature of the export, and each file and listing against its digest. Files in the mirror that no digest covers are errors. With a listing file from a mirror (<id>.json) or an id, verifies only that listing against the export of the registry.',
    'For each mismatch, prints the file, the listing, and the first different byte, if an intact copy of the listing exists in the export. An unsigned export exits with status 1.',
    'A signature expires after 30 days. The command records each verified export by its key and rejects exports with an older generated_at, so a mirror cannot serve you an outdated registry.',
    'The result is only as trustworthy as the keys. Download /.well-known/api-registry-keys.json once from a source that you trust, and pass it with --keys.',
  ],
  examples: [
    ['verify copy --registry https://registry.example', 'verify a mirror'],
    ['verify copy --keys keys.json', 'verify it offline'],
    ['verify copy --max-age 36h', 'also require data from the last 36 hours'],
    ['verify api.example.com', 'verify the response of the registry for a listing'],
  ],
  exits: {
    0: 'everything matches the signed export',
    1: 'a mismatch, outdated data, or an unsigned export; the output lists the problems',
    2: 'could not verify: unreachable registry, or unreadable file',
  },
  run: async (...call) => (await import('../registry/verify.ts')).verify(...call),
};
