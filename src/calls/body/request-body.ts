/** The body of a request. `text` is what the request sends; `value` is the same data before it is encoded. */
export type RequestBody = JsonBody | FormBody | MultipartBody | TextBody | BytesBody;

interface JsonBody {
  readonly kind: 'json';
  readonly content_type: string;
  readonly value: unknown;
  readonly text: string;
}

interface FormBody {
  readonly kind: 'form';
  readonly content_type: string;
  readonly value: unknown;
  /** The fields in order. A list has several fields with the same name. */
  readonly fields: readonly FormField[];
  readonly text: string;
}

export interface MultipartBody {
  readonly kind: 'multipart';
  /** Without a boundary, which the HTTP client adds. */
  readonly content_type: string;
  readonly value: unknown;
  readonly parts: readonly BodyPart[];
}

interface TextBody {
  readonly kind: 'text';
  readonly content_type: string;
  readonly value: unknown;
  readonly text: string;
}

interface BytesBody {
  readonly kind: 'bytes';
  readonly content_type: string;
  readonly value: unknown;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The name of the file that the caller must supply. Undefined if `bytes` has the content. */
  readonly filename?: string;
}

export type FormField = readonly [name: string, value: string];

/** One part of a multipart body: a text, or a file with its bytes. */
export interface BodyPart {
  readonly name: string;
  /** The text, or the content of the file as text. */
  readonly text?: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly content_type?: string;
  /** Set for files. Without `text` and `bytes`, the caller must supply the content. */
  readonly filename?: string;
}
