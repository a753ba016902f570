import type { Credential } from '../credentials/credential.ts';
import { formatCookie } from '../plan-headers.ts';
import type { RequestPlan } from '../request-plan.ts';
import { encode, encodeCookie } from '../url/encode.ts';
import { formatUrl } from '../url/request-url.ts';

/** A part of a text that a snippet sends: literal text, and the credential whose secret follows it. */
export interface Segment {
  readonly text: string;
  readonly credential?: Credential;
}

/** Returns the URL of a request without credentials, and the credentials that belong in its query string. */
export function splitUrl({ parts, authentication }: RequestPlan): {
  readonly url: string;
  readonly credentials: readonly Credential[];
} {
  const credentials = authentication.credentials.filter(each => each.in === 'query');
  const names = new Set(credentials.map(({ name }) => encode(name)));
  return {
    url: formatUrl({ base: parts.base, query: parts.query.filter(({ name }) => !names.has(name)) }),
    credentials,
  };
}

/** Returns the URL of a request. The secrets of its credentials have to be percent-encoded. */
export function listUrlSegments(plan: RequestPlan): readonly Segment[] {
  const { url, credentials } = splitUrl(plan);
  if (credentials.length === 0) return [{ text: url }];
  return credentials.map((credential, index) => {
    const separator = index > 0 || url.includes('?') ? '&' : '?';
    const text = `${index === 0 ? url : ''}${separator}${encode(credential.name)}=${encode(credential.prefix)}`;
    return { text, credential };
  });
}

/** Returns the cookies of a request, one segment each. The characters of secrets that cookies cannot contain have to be encoded. */
export function listCookieSegments({ parts, authentication }: RequestPlan): readonly Segment[] {
  const own = authentication.credentials.filter(each => each.in === 'cookie');
  return [
    ...parts.cookies.map(cookie => ({ text: formatCookie(cookie) })),
    ...own.map(credential => ({ text: `${credential.name}=${encodeCookie(credential.prefix)}`, credential })),
  ];
}
