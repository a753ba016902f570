import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMANDS } from '#cli/commands.ts';
import { formatUsage, listOptions, PROGRAM, VARIABLES } from '#cli/terminal/help.ts';
import type { Addresses } from '#edge/config.ts';
import { openapi } from '#edge/openapi/openapi.ts';
import { TOOLS } from '#mcp/tools/all-tools.ts';
import type { Reference } from '#site/data/reference.ts';
import { CHECKS } from '#verify/checks/all-checks.ts';

/** Hands over what the site's documentation tells of code that the site may not import (`src/site/data/reference.ts`). */
export async function writeReference(file: string, addresses: Addresses): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(referenceOf(addresses)));
}

function referenceOf(addresses: Addresses): Reference {
  return {
    openapi: JSON.parse(openapi(addresses)),
    checks: CHECKS.map(({ name, severity, meaning }) => ({ name, severity, meaning })),
    tools: TOOLS.map(({ name, title, description, input }) => ({
      name,
      title,
      description,
      arguments: Object.keys(input.properties).map(argument => ({
        name: argument,
        required: input.required?.includes(argument) ?? false,
      })),
    })),
    program: {
      variables: VARIABLES,
      commands: COMMANDS.map(command => ({
        name: command.name,
        summary: command.summary,
        call: formatUsage(command),
        about: command.about,
        options: listOptions(command),
        examples: command.examples.map(([line, purpose]) => [`${PROGRAM} ${line}`, purpose]),
        exits: Object.entries(command.exits),
      })),
    },
    securityContact: addresses.securityContact,
  };
}
