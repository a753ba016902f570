import type { Authentication } from '#manifest/manifest.ts';
import { type Node, objectIn } from '../document/node.ts';
import { toPlainLine, toPlainText, toSentence } from '../texts/plain-text.ts';
import { toWebUrl } from '../texts/url.ts';

/** A security scheme as a manifest describes it. */
export interface Scheme {
  readonly type: Authentication['type'];
  /** How to send the credentials. */
  readonly instructions: string;
  /** `{in, name, scheme, prefix, …}`. Empty if a request cannot hold the credentials, such as a client certificate. */
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * Converts a security scheme of OpenAPI. Undefined without one. A scheme that manifests cannot describe has the type null.
 *
 * @param base the URL against which relative URLs are resolved, such as the token URL `token` of FastAPI
 */
export function convertScheme(node: Node | undefined, base?: string): Scheme | undefined {
  if (!node) return undefined;
  const description = toSentence(toPlainText(node.description, 400));
  const describe = (instructions: string) => (description === '' ? instructions : `${instructions} ${description}`);
  const kind = String(node.type).toLowerCase();
  if (kind === 'apikey') return convertKeyScheme(node, describe);
  if (kind === 'http' || kind === 'basic') return convertHttpScheme(node, kind, describe);
  if (kind === 'oauth2') return convertOauthScheme(node, describe, base);
  if (kind === 'openidconnect')
    return {
      type: 'oauth2',
      instructions: describe('Get an access token with OpenID Connect.'),
      config: { ...BEARER, ...keepUrls({ openid_configuration_url: node.openIdConnectUrl }, base) },
    };
  return {
    type: null,
    instructions: describe(`Credentials of the type "${toPlainLine(node.type, 40)}" are required.`),
    config: {},
  };
}

const BEARER = { in: 'header', name: 'Authorization', scheme: 'bearer', prefix: 'Bearer ' };

type Describe = (instructions: string) => string;

function convertHttpScheme(node: Node, kind: string, describe: Describe): Scheme {
  const scheme = kind === 'basic' ? 'basic' : toPlainLine(node.scheme, 40).toLowerCase();
  if (scheme === 'bearer')
    return {
      type: 'bearer',
      instructions: describe('Send a token in the header Authorization: Bearer.'),
      config: BEARER,
    };
  if (scheme === 'basic')
    return {
      type: 'api_key',
      instructions: describe('Send a user name and a password with HTTP Basic authentication.'),
      config: { in: 'header', name: 'Authorization', scheme, prefix: 'Basic ' },
    };
  return {
    type: null,
    instructions: describe(`Send the header Authorization with HTTP ${scheme || 'unspecified'} authentication.`),
    config: {
      in: 'header',
      name: 'Authorization',
      ...(/^[a-z0-9-]+$/.test(scheme) && {
        scheme,
        prefix: `${toPlainLine(node.scheme, 40)} `,
      }),
    },
  };
}

function convertKeyScheme(node: Node, describe: Describe): Scheme {
  const name = toPlainLine(node.name, 100);
  const location = { header: 'header', query: 'query parameter', cookie: 'cookie' }[String(node.in)] ?? 'parameter';
  const isKnown = name !== '' && location !== 'parameter';
  return {
    type: 'api_key',
    instructions: describe(`Send the key in the ${`${location} ${name}`.trim()}.`),
    config: isKnown ? { in: node.in, name } : {},
  };
}

function convertOauthScheme(node: Node, describe: Describe, base: string | undefined): Scheme {
  const flows = Object.entries(objectIn(node.flows)).map(
    ([name, flow]) => [toPlainLine(name, 40), objectIn(flow)] as const,
  );
  const find = (member: string) =>
    flows.map(([, flow]) => flow[member]).find(url => resolveUrl(url, base) !== undefined);
  const scopes = flows.flatMap(([, each]) => Object.keys(objectIn(each.scopes))).map(scope => toPlainLine(scope, 200));
  const names = flows.map(([name]) => name).join(', ');
  const deviceUrl = resolveUrl(find('deviceAuthorizationUrl'), base);
  const device = deviceUrl === undefined ? '' : ` Request a device code at ${deviceUrl}.`;
  return {
    type: 'oauth2',
    instructions: describe(`Get an access token with OAuth 2.0${names === '' ? '' : ` (${names})`}.${device}`),
    config: {
      ...BEARER,
      ...keepUrls({ authorization_url: find('authorizationUrl'), token_url: find('tokenUrl') }, base),
      ...(scopes.length > 0 && { scopes: [...new Set(scopes)].slice(0, 100) }),
    },
  };
}

function keepUrls(members: Node, base: string | undefined): Node {
  const entries = Object.entries(members).map(([name, value]) => [name, resolveUrl(value, base)]);
  return Object.fromEntries(entries.filter(([, url]) => url !== undefined));
}

/** Documents have empty texts in place of URLs, which would resolve to the base. */
function resolveUrl(value: unknown, base: string | undefined): string | undefined {
  return typeof value === 'string' && value.trim() === '' ? undefined : toWebUrl(value, base);
}
