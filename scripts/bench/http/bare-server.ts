/** A minimal Node HTTP server: returns the response from its parent process for every request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BareResponse } from './compare-rates.ts';

process.once('message', ({ headers, body }: BareResponse) => {
  const fields = [...headers.flat(), 'content-length', String(body.length)];
  const server = createServer((_, response) => response.writeHead(200, fields).end(body));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
