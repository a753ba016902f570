import type { Manifest } from '#manifest/manifest.ts';
import type { DeclaredEndpoint } from '../find-endpoint.ts';
import type { Guess } from '../guess.ts';
import { isRecord } from '../url/value-text.ts';
import { type Credential, type CredentialSet, nameCredentials } from './credential.ts';
import { guessCredentials, isKeyName } from './guess-credentials.ts';
import { parseLocation, readCredentials } from './read-credentials.ts';

/** The authentication of a call (specification, sections 2.1.3 and 2.1.4). */
export interface PlannedAuthentication {
  /** False if the endpoint responds without credentials, even if it accepts them. */
  readonly required: boolean;
  readonly type: string | null;
  /** The credentials that the request sends, all of them together. Empty if they are not required and not requested. */
  readonly credentials: readonly Credential[];
  /** All sets of credentials that the endpoint accepts. Each set is sent as a whole; the first is the default. */
  readonly alternatives: readonly (readonly Credential[])[];
  readonly authorization_url: string | null;
  readonly token_url: string | null;
  readonly scopes: readonly string[];
  /** Publisher text. */
  readonly instructions: string | null;
  /** How an agent gets a credential without a person. Null if the manifest does not declare it. */
  readonly onboarding: object | null;
}

export interface AuthenticationOptions {
  /** The position of the set in `alternatives` (default: 0). */
  readonly alternative?: number | undefined;
  /** Sends credentials that the endpoint accepts but does not require. */
  readonly sendOptional?: boolean | undefined;
}

/** Returns the authentication of an endpoint: its own block, otherwise that of the manifest. */
export function planAuthentication(
  manifest: Manifest,
  endpoint: DeclaredEndpoint,
  { alternative = 0, sendOptional = false }: AuthenticationOptions,
): { readonly authentication: PlannedAuthentication; readonly guesses: readonly Guess[] } {
  const own = 'authentication' in endpoint ? endpoint.authentication : undefined;
  if (own === 'none' || (isRecord(own) && own.type === 'none' && own.required !== true))
    return { authentication: { ...NONE, onboarding: null }, guesses: [] };
  const general = manifest.authentication as object as Readonly<Record<string, unknown>>;
  // A block without another type keeps the credentials of the manifest, which the instructions can describe.
  const isRequired = isRecord(own) && own.required === true;
  const isPartial = isRecord(own) && own.config === undefined && (own.type === undefined || own.type === general.type);
  const inherited = {
    type: isRequired && general.type === 'none' ? undefined : general.type,
    config: general.config,
    instructions: general.instructions,
  };
  const block = isRecord(own) ? { ...(isPartial && inherited), ...own } : general;
  // Next to a type of "none", the safe reading of "required": true is that calls without credentials fail.
  const isOpen = block.required === false || (block.type === 'none' && block.required !== true);
  const config = isRecord(block.config) ? block.config : {};
  const type = typeof block.type === 'string' ? block.type : null;
  const instructions = typeof block.instructions === 'string' ? block.instructions : null;
  const declared = readCredentials(config, type, instructions ?? '');
  const guessed = isOpen ? [] : guessSets(config, declared, instructions ?? '');
  const sets = guessed.length > 0 ? guessed : declared;
  const alternatives = sets.map(({ credentials }) => nameCredentials(credentials));
  const chosen = alternatives[alternative] === undefined ? 0 : alternative;
  const sendsCredentials = !isOpen || sendOptional;
  return {
    authentication: {
      required: !isOpen,
      type,
      credentials: sendsCredentials ? (alternatives[chosen] ?? []) : [],
      alternatives,
      authorization_url: toUrl(config.authorization_url),
      token_url: toUrl(config.token_url),
      scopes: readScopes(config.scopes),
      instructions,
      onboarding: getOnboarding(manifest),
    },
    guesses: sendsCredentials ? (sets[chosen]?.guesses ?? []) : [],
  };
}

/**
 * Guesses credentials from the instructions. They cannot contradict a location that the manifest declares, but one that follows
 * only from the type, which is a guess, too.
 */
function guessSets(
  config: Readonly<Record<string, unknown>>,
  declared: readonly CredentialSet[],
  instructions: string,
): readonly CredentialSet[] {
  const isFromType = declared.length > 0 && readCredentials(config, null, '').length === 0;
  if (declared.length > 0 && (!isFromType || /\b(authorization|bearer)\b/i.test(instructions))) return [];
  const guessed = guessCredentials(instructions);
  if (guessed === undefined || (isFromType && !guessed.credentials.every(({ name }) => isKeyName(name)))) return [];
  const location = config.in ?? config.location;
  return location === undefined || guessed.credentials.every(each => each.in === parseLocation(location))
    ? [guessed]
    : [];
}

const NONE: PlannedAuthentication = {
  required: false,
  type: 'none',
  credentials: [],
  alternatives: [],
  authorization_url: null,
  token_url: null,
  scopes: [],
  instructions: null,
  onboarding: null,
};

/** Reads a list of scopes, their text as in requests for a token (RFC 6749, section 3.3), or an object as in OpenAPI. */
function readScopes(scopes: unknown): readonly string[] {
  if (typeof scopes === 'string') return scopes.split(/[\s,]+/).filter(scope => scope !== '');
  if (isRecord(scopes)) return Object.keys(scopes);
  return Array.isArray(scopes) ? scopes.filter(scope => typeof scope === 'string') : [];
}

function toUrl(value: unknown): string | null {
  return typeof value === 'string' && URL.canParse(value) ? value : null;
}

function getOnboarding(manifest: Manifest): object | null {
  if (manifest.spec_version === 'apimanifest-0.3') return manifest.payment?.onboarding ?? null;
  const { checkout_url, key_provisioning_url } = manifest.payment ?? {};
  return checkout_url === undefined ? null : { checkout_url, key_provisioning_url: key_provisioning_url ?? null };
}
