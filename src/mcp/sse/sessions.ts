import type { McpClientInfo } from '../client-info.ts';

/**
 * The event streams of the legacy transport, HTTP+SSE of revision 2024-11-05. A session only carries responses; it has no
 * other state.
 */
export interface Sessions {
  /**
   * Opens a stream with an unguessable id. Its first event, `endpoint`, has the URL for messages.
   * @returns undefined if there are too many sessions
   */
  open(getEndpoint: (id: string) => string, client: McpClientInfo): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Returns whether a session exists, and restarts its idle timeout. */
  touch(id: string): Promise<boolean>;
  /** Sends a response on the stream. Returns false if the session has ended. */
  send(id: string, message: string): Promise<boolean>;
}
