/** The least that Node's HTTP server can do: it sends the bytes that its parent gave it, whatever is asked. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

process.once('message', (body: Uint8Array) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
