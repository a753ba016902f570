import type { Command } from '../command.ts';
import { REGISTRY_OPTION } from '../registry/registry-option.ts';

export const call: Command = {
  name: 'call',
  summary: 'show or send the request for an endpoint of a listed API',
  operands: [
    { name: 'id|url' },
    { name: 'method' },
    { name: 'path' },
    { name: 'name=value', optional: true, repeatable: true },
  ],
  options: {
    ...REGISTRY_OPTION,
    send: { help: 'send the request to the API, with credentials from environment variables' },
    yes: { help: 'with --send, also send requests that write or cost money' },
    'max-cost': {
      value: 'AMOUNT',
      help: 'with --send, the maximum price of the request, in the currency of the manifest',
    },
    json: { help: 'print the plan or the response as JSON' },
  },
  about: [
    'Plans the request for an endpoint: URL, headers, body, and credentials, as the manifest declares them. Without --send, it prints a curl command and sends nothing. With --send, it sends the request from this machine directly to the API.',
    'Values have the types that the manifest declares: harbor=oslo, or limit=5. For a list, repeat the argument (tags=a tags=b) or use JSON (tags=["a","b"]). Objects are JSON. The content of a file is @ and its path (photo=@photo.jpg). Credentials are read from environment variables that the plan names, such as API_KEY.',
  ],
  examples: [
    ['call api.open-meteo.com GET /v1/forecast latitude=59.9 longitude=10.7', 'print the request'],
    ['call api.open-meteo.com GET /v1/forecast latitude=59.9 longitude=10.7 --send', 'send it'],
  ],
  exits: {
    0: 'the plan is complete, or the API responded with a status below 400',
    1: 'arguments or credentials are missing, the request needs --yes, or the API responded with an error',
    2: 'the registry is unreachable, or the listing or endpoint does not exist',
  },
  run: async (...run) => (await import('../registry/call.ts')).call(...run),
};
