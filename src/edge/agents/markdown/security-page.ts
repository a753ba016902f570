import type { Addresses } from '../../config.ts';

/** The security policy that security.txt links to. */
export function securityPage(addresses: Addresses): string {
  const { securityContact, site } = addresses;
  const contact =
    securityContact === undefined
      ? 'This registry has no contact for reports: its operator has not set `SECURITY_CONTACT` yet. Report vulnerabilities of the software to its project, as described in its security policy.'
      : `Report vulnerabilities to <${securityContact}>, in private first. Describe what you did and what happened, so that the operator can reproduce it.`;
  return `# Report a vulnerability

${contact}

This policy covers the registry itself. Report a vulnerability of a listed API to its publisher, at the \`contact\` in the listing. Report deceptive listings to the registry.

Test on your own registry: all of it runs on one machine. On this registry, do not read or change data that is not yours, and send as few requests as you can.

Machine-readable version: <${site}/.well-known/security.txt>
`;
}
