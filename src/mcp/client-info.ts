/** The client of a request, if the host knows it; rate limits count by client. */
export interface McpClientInfo {
  /** The client's IP address, or its network. */
  readonly client?: string | undefined;
  /** True if the request has local privileges, so that it may use http and loopback origins. */
  readonly isLocal?: boolean | undefined;
}
