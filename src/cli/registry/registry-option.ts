import type { Option } from '../command.ts';

/** The option of each command that connects to a registry. */
export const REGISTRY_OPTION: Readonly<Record<string, Option>> = {
  registry: { value: 'URL', help: 'URL of the registry (default: $API_REGISTRY_URL, or http://localhost:4321)' },
};
