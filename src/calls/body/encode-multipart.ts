import { concatBytes } from '#manifest/json-text/concat-bytes.ts';
import type { BodyPart } from './request-body.ts';

/** Returns whether HTTP clients encode a multipart body of this type from its parts. */
export function isFormData(mediaType: string): boolean {
  return /^multipart\/form-data *(;|$)/i.test(mediaType);
}

/** Encodes a multipart body. Its parts have the headers of form data, which other types allow. */
export function encodeMultipart(parts: readonly BodyPart[], boundary: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const chunks = parts.flatMap(({ name, text = '', bytes, filename, content_type }) => [
    encoder.encode(
      [
        `--${boundary}`,
        formatDisposition(name, filename),
        ...(content_type === undefined ? [] : [`Content-Type: ${content_type}`]),
        '\r\n',
      ].join('\r\n'),
    ),
    bytes ?? encoder.encode(text),
    encoder.encode('\r\n'),
  ]);
  return concatBytes([...chunks, encoder.encode(`--${boundary}--\r\n`)]);
}

/** Formats the header with the name of a part. */
export function formatDisposition(name: string, filename: string | undefined): string {
  return `Content-Disposition: form-data; name=${quote(name)}${filename === undefined ? '' : `; filename=${quote(filename)}`}`;
}

/** Escapes a name as FormData does. */
function quote(text: string): string {
  return `"${text.replace(/["\r\n]/g, encodeURIComponent)}"`;
}
