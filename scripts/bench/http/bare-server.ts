/** A minimal Node HTTP server: returns the bytes from its parent process for every request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

process.once('message', (body: Uint8Array) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
