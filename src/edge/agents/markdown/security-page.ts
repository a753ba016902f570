import type { Addresses } from '../../config.ts';

/** How a weakness of this registry is reported: the policy that security.txt names. */
export function securityPage(addresses: Addresses): string {
  const { securityContact, site } = addresses;
  const whom =
    securityContact === undefined
      ? 'Whoever runs this registry has named no contact for reports of their own (the setting `SECURITY_CONTACT`). Report weaknesses of the software to the project that it comes from, by its security policy.'
      : `Report it to <${securityContact}>, and not in public first. Say what you did and what came of it, so that it can be seen again.`;
  return `# Reporting a weakness

${whom}

This is about the registry itself. A weakness of a listed API concerns its publisher, whom the listing names under \`contact\`. A listing that deceives concerns the registry, too.

Try things on your own copy: the registry runs whole on one machine. On this one, read nothing that is not yours, change nothing, and send no more requests than it takes.

The same for programs: <${site}/.well-known/security.txt>
`;
}
