import type { Result } from '#manifest/result.ts';
import type { ParsedMessage } from '#mcp/context.ts';
import type { ProblemData } from './http/problem.ts';
import type { ValidatedBody } from './routes/validate-body.ts';

/**
 * Processes large untrusted texts (`LARGE_TEXT_BYTES`) outside the thread of the requests. Each function rejects with
 * SubmissionError `unavailable` if it cannot now.
 */
export interface LargeTexts {
  /** Validates the body of `POST /validate`. */
  validateBody(bytes: Uint8Array, now: number): Promise<Result<ValidatedBody, ProblemData>>;
  /** Parses a message of the MCP server, and validates the manifests in it. */
  parseMessage(bytes: Uint8Array, now: number): Promise<ParsedMessage>;
}
