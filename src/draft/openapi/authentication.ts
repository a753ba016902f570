import type { Authentication } from '#manifest/manifest.ts';
import { listIn, type Node, objectIn } from './node.ts';
import { sentence, toPlainLine, toPlainText } from './plain-text.ts';
import type { References } from './references.ts';
import { webAddress } from './url.ts';

/** What a document says about credentials, and what of it is a guess. */
export interface DeclaredAuthentication {
  readonly authentication: Authentication;
  /** Why somebody should look at it; undefined when the document is plain. */
  readonly doubt?: string;
}

/**
 * How requests are authenticated, from the security schemes and requirements of a document.
 * @param operations those that the manifest describes
 */
export function authenticationOf(
  document: Node,
  operations: readonly Node[],
  references: References,
): DeclaredAuthentication {
  const declared = objectIn(objectIn(document.components).securitySchemes);
  const stated = [document, ...operations].some(({ security }) => security !== undefined);
  const requirements = operations.map(operation => listIn(operation.security ?? document.security));
  const needing = requirements.filter(needsCredentials).length;
  const uses = requirements.flat().flatMap(requirement => Object.keys(objectIn(requirement)));
  const names = stated ? byUse(uses) : Object.keys(declared);
  const schemes = names.flatMap(
    name => schemeOf(references.resolve(Object.hasOwn(declared, name) ? declared[name] : undefined)) ?? [],
  );

  if (needing === 0 && (stated || schemes.length === 0)) {
    const [type] = schemes.map(each => each.type);
    const authentication: Authentication = { required: false, type: type ?? 'none', ...optional(schemes) };
    const doubt = 'The document declares no credentials, so none are taken as required.';
    return stated ? { authentication } : { authentication, doubt };
  }
  const [first] = schemes;
  const open = operations.length - needing;
  const partly = needing > 0 && open > 0 ? ` ${open} of ${operations.length} endpoints need no credentials.` : '';
  const instructions = `${schemes.map(({ how }) => how).join(' Or: ')}${partly}`.trim();
  const authentication: Authentication = {
    required: true,
    type: first?.type ?? null,
    instructions: instructions || null,
    ...(first && Object.keys(first.config).length > 0 && { config: first.config }),
  };
  if (schemes.length === 0)
    return { authentication, doubt: 'The document requires credentials that it does not describe.' };
  if (needing === 0)
    return { authentication, doubt: 'The document describes credentials, and never says whether they are required.' };
  return { authentication };
}

interface Scheme {
  readonly type: Authentication['type'];
  /** Where credentials go, in words. */
  readonly how: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** An empty requirement among others makes credentials optional. */
function needsCredentials(requirements: readonly unknown[]): boolean {
  return requirements.length > 0 && requirements.every(each => Object.keys(objectIn(each)).length > 0);
}

function optional(schemes: readonly Scheme[]): Pick<Authentication, 'instructions'> {
  if (schemes.length === 0) return {};
  return { instructions: `Credentials are optional. ${schemes.map(({ how }) => how).join(' Or: ')}` };
}

/** Each name once, the one that most operations use first. */
function byUse(uses: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of uses) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

function schemeOf(node: Node | undefined): Scheme | undefined {
  if (!node) return undefined;
  const said = sentence(toPlainText(node.description, 400));
  const told = (how: string) => (said === '' ? how : `${how} ${said}`);
  const kind = String(node.type).toLowerCase();
  if (kind === 'apikey') return keyScheme(node, told);
  if (kind === 'http' && String(node.scheme).toLowerCase() === 'bearer')
    return {
      type: 'bearer',
      how: told('Send a token in the header Authorization: Bearer.'),
      config: { header: 'Authorization' },
    };
  if (kind === 'http') {
    const scheme = toPlainLine(node.scheme, 40) || 'the scheme of HTTP';
    return {
      type: null,
      how: told(`Send the header Authorization by ${scheme} authentication (HTTP).`),
      config: { scheme },
    };
  }
  if (kind === 'oauth2') return oauthScheme(node, told);
  if (kind === 'openidconnect')
    return {
      type: 'oauth2',
      how: told('Get an access token by OpenID Connect.'),
      config: addresses({ openid_configuration_url: node.openIdConnectUrl }),
    };
  return { type: null, how: told(`Credentials of the kind "${toPlainLine(node.type, 40)}" are needed.`), config: {} };
}

function keyScheme(node: Node, told: (how: string) => string): Scheme {
  const name = toPlainLine(node.name, 100);
  const place = { header: 'header', query: 'query parameter', cookie: 'cookie' }[String(node.in)] ?? 'parameter';
  const config = name !== '' && typeof node.in === 'string' ? { [node.in.slice(0, 20)]: name } : {};
  return { type: 'api_key', how: told(`Send the key in the ${`${place} ${name}`.trim()}.`), config };
}

function oauthScheme(node: Node, told: (how: string) => string): Scheme {
  const flows = Object.entries(objectIn(node.flows)).map(
    ([name, flow]) => [toPlainLine(name, 40), objectIn(flow)] as const,
  );
  const [, flow = {}] = flows[0] ?? [];
  const scopes = flows.flatMap(([, each]) => Object.keys(objectIn(each.scopes))).map(scope => toPlainLine(scope, 200));
  const names = flows.map(([name]) => name).join(', ');
  return {
    type: 'oauth2',
    how: told(`Get an access token by OAuth 2.0${names === '' ? '' : ` (${names})`}.`),
    config: {
      ...addresses({ authorization_url: flow.authorizationUrl, token_url: flow.tokenUrl }),
      ...(scopes.length > 0 && { scopes: [...new Set(scopes)].slice(0, 100) }),
    },
  };
}

function addresses(members: Node): Node {
  const entries = Object.entries(members).map(([name, value]) => [name, webAddress(value)]);
  return Object.fromEntries(entries.filter(([, address]) => address !== undefined));
}
