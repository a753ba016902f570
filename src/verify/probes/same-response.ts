import { decodePercent } from '#listing/encoding/decode-percent.ts';
import { getResponse } from './probe-results.ts';
import type { ProbeResult } from './probe-session.ts';

/**
 * Compares responses with that of a path that cannot exist. The function returns whether a catch-all handler could have sent
 * both: they have the same 2xx body, except for the requested path and random texts in it, or the same redirect.
 */
export function compareWithControl(control: ProbeResult): (result: ProbeResult) => boolean {
  const expected = getResponse(control);
  if (!expected) return () => false;
  // Most servers respond with 404 to such a path, whose body needs no comparison.
  const isSuccess = expected.status >= 200 && expected.status < 300;
  const template = isSuccess ? createTemplate(control) : undefined;
  return result => {
    const response = getResponse(result);
    if (!response) return false;
    if (response.status < 300)
      return isSuccess && (isSameBody(response.body, expected.body) || matchesTemplate(result, template));
    // A relative Location has another target below each path.
    const isSameLocation =
      response.headers.location === expected.headers.location || getTarget(result) === getTarget(control);
    return response.status === expected.status && (isSameLocation || isSameOtherOrigin(result, control));
  };
}

function isSameBody(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** A body with masked random texts, and the path of its request. */
interface Template {
  readonly text: string;
  readonly path: string;
  /** Whether only the beginning is known. */
  readonly isPartial: boolean;
}

/**
 * Returns the response to a path that cannot exist as a template. Catch-all handlers repeat the requested path, for example in
 * a canonical link or in `{"error":"not found","path":"/tides"}`, and write another request id or nonce each time.
 */
function createTemplate(control: ProbeResult): Template | undefined {
  const requested = getRequested(control);
  if (requested === undefined) return undefined;
  const { url, body, isPartial } = requested;
  const parts = body.split(url.pathname).map(part => part.split(escapeSlashes(url.pathname)).map(maskRandom));
  return {
    text: parts.map(each => each.join(escapeSlashes(url.pathname))).join(url.pathname),
    path: url.pathname,
    isPartial,
  };
}

function matchesTemplate(result: ProbeResult, template: Template | undefined): boolean {
  const requested = getRequested(result);
  if (requested === undefined || template === undefined) return false;
  const { pathname, search } = requested.url;
  const text = maskRandom(requested.body);
  // The samples of large bodies end at other places.
  const isCut = requested.isPartial && template.isPartial;
  const paths = [pathname, pathname + search].flatMap(path => [path, decodePercent(path)]);
  // Most of them are equal.
  return [...new Set(paths)].some(path => consistsOf(text, fillTemplate(template, maskRandom(path)), isCut));
}

/**
 * Matches texts that a server can create for each response: times, and words of 16 or more characters or digits of 9 or more,
 * such as UUIDs, tokens, and timestamps. A shorter one is more likely a result.
 */
const RANDOM = /nonce="[^"]{1,100}"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*|\d\d:\d\d:\d\d[.\d]*|[\w+-]{16,}|\d{9,}/g;

/** Words of a language, also joined to each other or to short numbers as in `error-404-not-found`. */
const WORDS = /^(?:[A-Za-z]+|\d{1,4})(?:[-_+](?:[A-Za-z]+|\d{1,4}))*$/;

function maskRandom(text: string): string {
  return text.replace(RANDOM, found => (WORDS.test(found) ? found : '\0'));
}

/**
 * Generates the parts of a template with another path. Its whole text can be hundreds of megabytes long, if a body of 1 MiB
 * repeats a short path, and the other one is long.
 */
function* fillTemplate({ text, path: from }: Template, to: string): Generator<string> {
  for (const [index, half] of text.split(escapeSlashes(from)).entries()) {
    if (index > 0) yield escapeSlashes(to);
    for (const [at, part] of half.split(from).entries()) {
      if (at > 0) yield to;
      yield part;
    }
  }
}

/** @param isCut whether only the beginnings are known, so that the shorter one decides */
function consistsOf(text: string, parts: Iterable<string>, isCut: boolean): boolean {
  let length = 0;
  for (const part of parts) {
    if (isCut && length + part.length > text.length) return part.startsWith(text.slice(length));
    if (!text.startsWith(part, length)) return false;
    length += part.length;
  }
  return isCut || length === text.length;
}

/** As some programs write slashes in JSON. */
function escapeSlashes(path: string): string {
  return path.replaceAll('/', '\\/');
}

function getRequested(result: ProbeResult) {
  const response = getResponse(result);
  const url = result.ok ? URL.parse(result.value.fetched.url) : null;
  if (response === undefined || url === null) return undefined;
  return { url, body: new TextDecoder().decode(response.body), isPartial: response.isPartial === true };
}

/** Whether both redirects only change the origin, as from `example.com` to `www.example.com`. */
function isSameOtherOrigin(one: ProbeResult, control: ProbeResult): boolean {
  const [a, b] = [findOtherOrigin(one), findOtherOrigin(control)];
  return a !== undefined && a === b;
}

function findOtherOrigin(result: ProbeResult): string | undefined {
  const target = URL.parse(getTarget(result) ?? '');
  const requested = result.ok ? URL.parse(result.value.fetched.url) : null;
  const isMoved = target && requested && target.origin !== requested.origin && target.pathname === requested.pathname;
  return isMoved ? target.origin : undefined;
}

/** The target of a redirect without its query string, in which login pages carry the requested path. */
function getTarget(result: ProbeResult): string | undefined {
  const response = getResponse(result);
  const location = response?.headers.location;
  if (!result.ok || location === undefined) return undefined;
  const url = URL.parse(location, result.value.fetched.url);
  return url ? url.origin + url.pathname : location;
}
