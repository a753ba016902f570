import type { Command } from '../command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'serve a manifest on this machine, to try a submission',
  operands: [{ name: 'file', optional: true, offers: 'files' }],
  options: {
    port: { value: 'N', help: 'the port; 4400 unless said otherwise, 0 takes any free one' },
    json: { help: 'where it is served as one line of JSON, for a program that starts it' },
  },
  about: [
    'Serves the manifest at /.well-known/api-manifest.json on 127.0.0.1, api-manifest.json unless another file is named. The file is read anew for each request, so edit it while it is served.',
    'The endpoints that it declares answer as well, with {"stand_in": true}, or 401 where it requires credentials, so that a registry on this machine finds them alive. Nothing else of the API is there.',
  ],
  examples: [
    ['serve', 'serve api-manifest.json of this folder'],
    ['serve draft.json --port 0', 'another file at any free port'],
    ['submit http://127.0.0.1:4400 --registry http://localhost:4321', 'in a second window, with npm start running'],
  ],
  exits: { 0: 'stopped by Ctrl-C', 2: 'it could not serve: no such file, the port is taken' },
  run: async (...call) => (await import('../manifest/serve.ts')).serve(...call),
};
