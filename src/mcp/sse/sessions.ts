import type { McpClientInfo } from '../client-info.ts';

/**
 * Holds the event streams of the legacy transport, HTTP+SSE of revision 2024-11-05. A session is a pipe and nothing
 * more: messages are answered without it, and it carries the answers.
 */
export interface Sessions {
  /**
   * Opens a stream under an id that cannot be guessed. Its first event, `endpoint`, says where to post.
   * @returns undefined when there are too many
   */
  open(endpointOf: (id: string) => string, asker: McpClientInfo): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Whether there is such a session; one that is used stays open. */
  touch(id: string): Promise<boolean>;
  /** Sends an answer down the stream; false when the session has ended meanwhile. */
  send(id: string, message: string): Promise<boolean>;
}
