import type { Authentication } from '#manifest/manifest.ts';
import { listIn, type Node, objectIn } from './node.ts';
import { toPlainLine, toPlainText, toSentence } from './plain-text.ts';
import type { References } from './references.ts';
import { toWebUrl } from './url.ts';

/** The authentication of a document, with a warning if it is a guess. */
export interface DeclaredAuthentication {
  readonly authentication: Authentication;
  /** Why the result needs a review. Undefined if the document is unambiguous. */
  readonly warning?: string;
}

/**
 * Converts the security schemes and requirements of a document.
 *
 * @param operations the operations in the manifest
 */
export function convertAuthentication(
  document: Node,
  operations: readonly Node[],
  references: References,
): DeclaredAuthentication {
  const declared = objectIn(objectIn(document.components).securitySchemes);
  const hasRequirements = [document, ...operations].some(({ security }) => security !== undefined);
  const requirements = operations.map(operation => listIn(operation.security ?? document.security));
  const authenticated = requirements.filter(requiresCredentials).length;
  const uses = requirements.flat().flatMap(requirement => Object.keys(objectIn(requirement)));
  const names = hasRequirements ? sortByUse(uses) : Object.keys(declared);
  const schemes = names.flatMap(
    name => convertScheme(references.resolve(Object.hasOwn(declared, name) ? declared[name] : undefined)) ?? [],
  );

  if (authenticated === 0 && (hasRequirements || schemes.length === 0)) {
    const [type] = schemes.map(each => each.type);
    const authentication: Authentication = { required: false, type: type ?? 'none', ...describeOptional(schemes) };
    const warning = 'The document declares no credentials. The manifest declares that none are required.';
    return hasRequirements ? { authentication } : { authentication, warning };
  }
  const [first] = schemes;
  const open = operations.length - authenticated;
  const exceptions =
    authenticated > 0 && open > 0 ? ` ${open} of ${operations.length} endpoints require no credentials.` : '';
  const instructions = `${schemes.map(scheme => scheme.instructions).join(' Or: ')}${exceptions}`.trim();
  const authentication: Authentication = {
    required: true,
    type: first?.type ?? null,
    instructions: instructions || null,
    ...(first && Object.keys(first.config).length > 0 && { config: first.config }),
  };
  if (schemes.length === 0)
    return { authentication, warning: 'The document requires credentials that it does not describe.' };
  if (authenticated === 0)
    return {
      authentication,
      warning: 'The document describes credentials, but does not declare whether they are required.',
    };
  return { authentication };
}

interface Scheme {
  readonly type: Authentication['type'];
  /** How to send the credentials. */
  readonly instructions: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** An empty requirement in the list makes credentials optional. */
function requiresCredentials(requirements: readonly unknown[]): boolean {
  return requirements.length > 0 && requirements.every(each => Object.keys(objectIn(each)).length > 0);
}

function describeOptional(schemes: readonly Scheme[]): Pick<Authentication, 'instructions'> {
  if (schemes.length === 0) return {};
  return { instructions: `Credentials are optional. ${schemes.map(scheme => scheme.instructions).join(' Or: ')}` };
}

/** Returns distinct names, most frequent first. */
function sortByUse(uses: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of uses) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

function convertScheme(node: Node | undefined): Scheme | undefined {
  if (!node) return undefined;
  const description = toSentence(toPlainText(node.description, 400));
  const describe = (instructions: string) => (description === '' ? instructions : `${instructions} ${description}`);
  const kind = String(node.type).toLowerCase();
  if (kind === 'apikey') return convertKeyScheme(node, describe);
  if (kind === 'http' && String(node.scheme).toLowerCase() === 'bearer')
    return {
      type: 'bearer',
      instructions: describe('Send a token in the header Authorization: Bearer.'),
      config: { header: 'Authorization' },
    };
  if (kind === 'http') {
    const scheme = toPlainLine(node.scheme, 40) || 'unspecified';
    return {
      type: null,
      instructions: describe(`Send the header Authorization with HTTP ${scheme} authentication.`),
      config: { scheme },
    };
  }
  if (kind === 'oauth2') return convertOauthScheme(node, describe);
  if (kind === 'openidconnect')
    return {
      type: 'oauth2',
      instructions: describe('Get an access token with OpenID Connect.'),
      config: keepUrls({ openid_configuration_url: node.openIdConnectUrl }),
    };
  return {
    type: null,
    instructions: describe(`Credentials of the type "${toPlainLine(node.type, 40)}" are required.`),
    config: {},
  };
}

function convertKeyScheme(node: Node, describe: (instructions: string) => string): Scheme {
  const name = toPlainLine(node.name, 100);
  const location = { header: 'header', query: 'query parameter', cookie: 'cookie' }[String(node.in)] ?? 'parameter';
  const config = name !== '' && typeof node.in === 'string' ? { [node.in.slice(0, 20)]: name } : {};
  return { type: 'api_key', instructions: describe(`Send the key in the ${`${location} ${name}`.trim()}.`), config };
}

function convertOauthScheme(node: Node, describe: (instructions: string) => string): Scheme {
  const flows = Object.entries(objectIn(node.flows)).map(
    ([name, flow]) => [toPlainLine(name, 40), objectIn(flow)] as const,
  );
  const [, flow = {}] = flows[0] ?? [];
  const scopes = flows.flatMap(([, each]) => Object.keys(objectIn(each.scopes))).map(scope => toPlainLine(scope, 200));
  const names = flows.map(([name]) => name).join(', ');
  return {
    type: 'oauth2',
    instructions: describe(`Get an access token with OAuth 2.0${names === '' ? '' : ` (${names})`}.`),
    config: {
      ...keepUrls({ authorization_url: flow.authorizationUrl, token_url: flow.tokenUrl }),
      ...(scopes.length > 0 && { scopes: [...new Set(scopes)].slice(0, 100) }),
    },
  };
}

function keepUrls(members: Node): Node {
  const entries = Object.entries(members).map(([name, value]) => [name, toWebUrl(value)]);
  return Object.fromEntries(entries.filter(([, url]) => url !== undefined));
}
