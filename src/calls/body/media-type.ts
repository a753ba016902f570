/** How a body is encoded. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'bytes';

/** Returns how bodies of a media type are encoded. Parameters such as `charset` do not matter. */
export function getBodyKind(mediaType: string): BodyKind {
  const [essence = ''] = mediaType.toLowerCase().split(';', 1);
  const type = essence.trim();
  if (/^[^/]+\/(.*\+)?json$/.test(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type.startsWith('multipart/')) return 'multipart';
  if (type.startsWith('text/') || TEXT_TYPES.test(type)) return 'text';
  return 'bytes';
}

const TEXT_TYPES =
  /^application\/(.*\+)?(xml|yaml|x-yaml|graphql|javascript|sql|x-ndjson|ndjson|jsonl|jsonlines|x-jsonlines|json-seq|csv|jwt|jose|sparql-query|sparql-update|edn|x-turtle|n-triples|toml|pem-certificate-chain)$/;
