/** The name of a registry whose operator has not set SITE_NAME. */
export const DEFAULT_SITE_NAME = 'Public API Registry';

/** The maximum length of a name in characters. It fits on one line of a preview image. */
const MAX_LENGTH = 50;

/**
 * Parses the setting SITE_NAME. The characters that Git does not allow in the name of an author are not allowed here.
 * @throws RangeError with a message for the operator
 */
export function parseSiteName(text: string | undefined): string {
  const name = text?.trim();
  if (!name) return DEFAULT_SITE_NAME;
  if ([...name].length <= MAX_LENGTH && /^[^\p{C}\p{Zl}\p{Zp}<>]+$/u.test(name)) return name;
  throw new RangeError(
    `Invalid value for SITE_NAME: "${name}". Use 1 to ${MAX_LENGTH} characters on one line, without < and >.`,
  );
}
