import { InMemoryTransport, isJSONRPCRequest, type JSONRPCMessage, type McpServer } from '@modelcontextprotocol/server';
import { findParamsError } from '../params-error.ts';

/** Responds to a message. Returns undefined for a notification. */
export type Responder = (message: JSONRPCMessage) => Promise<JSONRPCMessage | undefined>;

/** Creates a responder with a new server for each message, as in the stateless transport. */
export function createResponder(createServer: () => McpServer): Responder {
  return async message => {
    if (!isJSONRPCRequest(message)) return undefined;
    const invalid = findParamsError(message);
    if (invalid !== undefined) return invalid;
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    const server = createServer();
    try {
      await server.connect(serverSide);
      return await new Promise<JSONRPCMessage>((resolve, reject) => {
        clientSide.onmessage = resolve;
        clientSide.onclose = () => reject(new Error('The server closed before it responded.'));
        clientSide.send(message).catch(reject);
      });
    } finally {
      await server.close();
    }
  };
}
