/** The client of a request, if the host knows it; rate limits count by client. */
export interface McpClientInfo {
  /** The client's IP address. */
  readonly client?: string | undefined;
}
