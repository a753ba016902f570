import { InMemoryTransport, isJSONRPCRequest, type JSONRPCMessage, type McpServer } from '@modelcontextprotocol/server';

/** Answers one message; undefined for what wants no answer. */
export type Responder = (message: JSONRPCMessage) => Promise<JSONRPCMessage | undefined>;

/** Has a fresh server answer each message, as the stateless transport does: nothing is kept between two of them. */
export function createResponder(serverOf: () => McpServer): Responder {
  return async message => {
    if (!isJSONRPCRequest(message)) return undefined;
    const [here, there] = InMemoryTransport.createLinkedPair();
    const server = serverOf();
    try {
      await server.connect(there);
      return await new Promise<JSONRPCMessage>((resolve, reject) => {
        here.onmessage = resolve;
        here.onclose = () => reject(new Error('The server closed before it answered.'));
        here.send(message).catch(reject);
      });
    } finally {
      await server.close();
    }
  };
}
