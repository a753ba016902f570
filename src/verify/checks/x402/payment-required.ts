import { fromBase64 } from '#listing/encoding/base64.ts';
import { parseJsonText } from '#manifest/json-text.ts';
import { failure } from '#manifest/result.ts';
import { type RequirementsResult, validateRequirements } from './payment-requirements.ts';

/** The response to a request without payment. */
export interface PaymentRequiredResponse {
  readonly status: number;
  /** Keyed by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Characters. */
const MAX_HEADER_LENGTH = 16_384;

/**
 * Parses payment requirements: version 2 from the `PAYMENT-REQUIRED` header, or version 1 from the body (spec/standards:
 * x402).
 *
 * @param url the requested URL
 * @returns undefined if the status is not 402
 */
export function parseRequirements(response: PaymentRequiredResponse, url: string): RequirementsResult | undefined {
  if (response.status !== 402) return undefined;
  const header = response.headers['payment-required'];
  const inHeader = header === undefined ? undefined : parseHeader(header, url);
  if (inHeader?.ok) return inHeader;
  const inBody = parseBody(response.body, url);
  return inBody.ok ? inBody : (inHeader ?? inBody);
}

function parseHeader(header: string, url: string): RequirementsResult {
  if (header.length > MAX_HEADER_LENGTH)
    return failure([`The PAYMENT-REQUIRED header is longer than ${MAX_HEADER_LENGTH} characters.`]);
  const bytes = decodeBase64(header);
  if (bytes === undefined) return failure(['The PAYMENT-REQUIRED header is not base64.']);
  const parsed = parseJsonText(bytes);
  if (!parsed.ok) return failure(['The PAYMENT-REQUIRED header does not decode to JSON.']);
  return validateRequirements(2, parsed.value, url);
}

function parseBody(body: Uint8Array, url: string): RequirementsResult {
  const parsed = parseJsonText(body);
  if (!parsed.ok) return failure(['The PAYMENT-REQUIRED header is missing, and the body is not JSON.']);
  if (isVersion2(parsed.value)) {
    return failure([
      'The body declares x402Version 2. Send its requirements in the PAYMENT-REQUIRED header, as base64.',
    ]);
  }
  return validateRequirements(1, parsed.value, url);
}

function isVersion2(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'x402Version' in value && value.x402Version === 2;
}

/** Rejects base64url, which `fromBase64` accepts. */
function decodeBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 === 1) return undefined;
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
}
