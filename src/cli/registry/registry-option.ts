import type { Option } from '../command.ts';

/** The option of every command that asks a registry. */
export const REGISTRY_OPTION: Readonly<Record<string, Option>> = {
  registry: {
    value: 'URL',
    help: 'the registry to ask; else that of the variable API_REGISTRY_URL, else http://localhost:4321',
  },
};
