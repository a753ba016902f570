import type { Command } from '../command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'serve a manifest on loopback to test a submission',
  operands: [{ name: 'file', optional: true, completions: 'files' }],
  options: {
    port: { value: 'N', help: 'port, or 0 for any free port (default: 4400)' },
    json: { help: 'print the URLs as one line of JSON, for a program that starts the server' },
  },
  about: [
    'Serves a manifest at /.well-known/api-manifest.json on 127.0.0.1 (default file: api-manifest.json). The server reads the file for each request, so you can edit it while the server runs.',
    'The declared endpoints return {"stand_in": true}, 401 if the manifest requires credentials, or 405 for another method, so that the checks of a local registry pass. All other paths return 404.',
  ],
  examples: [
    ['serve', 'serve api-manifest.json from the current folder'],
    ['serve draft.json --port 0', 'serve another file on a free port'],
    ['submit http://127.0.0.1:4400 --registry http://localhost:4321', 'submit it to the registry that npm start runs'],
  ],
  exits: { 0: 'stopped with Ctrl-C', 2: 'could not serve: file not found or port in use' },
  run: async (...call) => (await import('../manifest/serve.ts')).serve(...call),
};
