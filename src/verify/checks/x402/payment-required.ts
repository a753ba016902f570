import { fromBase64 } from '#listing/encoding/base64.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { failure } from '#manifest/result.ts';
import { judgeRequirements, type RequirementsResult } from './payment-requirements.ts';

/** An answer to a request that carried no payment. */
export interface PaymentRequiredResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Longest `PAYMENT-REQUIRED` header that is decoded, in characters. */
const LONGEST_HEADER = 16_384;

/**
 * The payment requirements of an unpaid answer: those of version 2 in the `PAYMENT-REQUIRED` header, or those of version
 * 1 in the body; either will do (spec/standards: x402).
 *
 * @param asked the address that was asked
 * @returns undefined when the status is not exactly 402, so that nothing was required
 */
export function requirementsOf(answer: PaymentRequiredResponse, asked: string): RequirementsResult | undefined {
  if (answer.status !== 402) return undefined;
  const header = answer.headers['payment-required'];
  const inHeader = header === undefined ? undefined : fromHeader(header, asked);
  if (inHeader?.ok) return inHeader;
  const inBody = fromBody(answer.body, asked);
  return inBody.ok ? inBody : (inHeader ?? inBody);
}

function fromHeader(header: string, asked: string): RequirementsResult {
  if (header.length > LONGEST_HEADER)
    return problem(`The PAYMENT-REQUIRED header is longer than ${LONGEST_HEADER} characters.`);
  const bytes = decodedBase64(header);
  if (bytes === undefined) return problem('The PAYMENT-REQUIRED header is not base64.');
  const parsed = parseJsonText(bytes);
  if (!parsed.ok) return problem('The PAYMENT-REQUIRED header does not decode to JSON.');
  return judgeRequirements(2, parsed.value, asked);
}

function fromBody(body: Uint8Array, asked: string): RequirementsResult {
  const parsed = parseJsonText(body);
  if (!parsed.ok) return problem('There is no PAYMENT-REQUIRED header, and the body is not JSON.');
  if (isVersion2(parsed.value)) {
    return problem(
      'The body declares x402Version 2; its requirements belong into the PAYMENT-REQUIRED header, as base64.',
    );
  }
  return judgeRequirements(1, parsed.value, asked);
}

function isVersion2(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'x402Version' in value && value.x402Version === 2;
}

function decodedBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 === 1) return undefined;
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
}

function problem(text: string): RequirementsResult {
  return failure([text]);
}
