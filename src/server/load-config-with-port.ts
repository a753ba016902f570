import { type Config, loadConfig } from '#edge/config.ts';
import { freePort } from './http/ports.ts';

/**
 * Loads the configuration and chooses a free port for PORT=0, because a build needs the final URL.
 * @throws RangeError naming an invalid setting
 */
export async function loadConfigWithPort(environment: Readonly<Record<string, string | undefined>>): Promise<Config> {
  const config = loadConfig(environment);
  if (config.port !== 0) return config;
  return loadConfig({ ...environment, PORT: String(await freePort(config.host)) });
}
