import type { McpServer } from '@modelcontextprotocol/server';
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { findParamsError } from '#mcp/params-error.ts';

/** Serves MCP servers on standard input and output. Standard output carries only messages, standard error the errors. */
export function serveOverStdio(createServer: () => McpServer): StdioServerHandle {
  return serveStdio(createServer, {
    transport: new ParamsCheckingTransport(),
    onerror: error => console.error(formatTransportError(error)),
  });
}

/** Responds to requests with invalid parameters itself, as the transports over HTTP do. */
class ParamsCheckingTransport extends StdioServerTransport {
  override async start(): Promise<void> {
    // The SDK sets `onmessage` before it starts the transport.
    const deliver = this.onmessage;
    this.onmessage = message => {
      const invalid = findParamsError(message);
      if (invalid === undefined) deliver?.(message);
      else void this.send(invalid);
    };
    return super.start();
  }
}

/** Formats an error as one line. For an invalid message, the SDK has the output of its validator, often 200 lines. */
function formatTransportError({ message }: Error): string {
  return message.startsWith('[') ? 'Ignored a message that is not a JSON-RPC 2.0 message.' : message;
}
