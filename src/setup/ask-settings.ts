import type { Prompts } from '#cli/terminal/prompts.ts';
import { DEFAULT_SITE_NAME } from '#listing/site-name.ts';
import {
  type DeploymentSettings,
  findConflicts,
  findError,
  type Platform,
  parseDeploymentSettings,
} from './deployment-settings.ts';
import { createSettingsError } from './settings-file.ts';

/**
 * Asks for the settings of a deployment. Previous settings are the initial values.
 * @throws SetupError if two values conflict
 */
export async function askSettings(
  prompts: Prompts,
  previous: Partial<DeploymentSettings> = {},
): Promise<DeploymentSettings> {
  const platform = await prompts.choose<Platform>({
    message: 'Where will the registry run?',
    options: [
      {
        value: 'github',
        label: 'GitHub and Cloudflare',
        hint: 'submissions are pull requests; no server required',
      },
      { value: 'machine', label: 'One machine', hint: 'a systemd service behind a reverse proxy' },
      { value: 'static', label: 'A file host', hint: 'read-only' },
    ],
    initial: previous.platform,
  });
  const ask = createTextQuestion(prompts, previous);
  const site_name = await ask('site_name', 'What is the name of the registry?', { initial: DEFAULT_SITE_NAME });
  const registry_url = await ask('registry_url', 'What is its public URL?', {
    example: 'https://registry.example.org',
  });
  const contact = await ask('contact', 'How can people report a problem?', { example: 'mailto:registry@example.org' });
  const hasOwnHosts = await prompts.confirm({
    message: 'Do the site, the validator, or the MCP server have separate hosts?',
    initial: previous.site_url !== undefined && previous.site_url !== registry_url,
  });
  const hosts = hasOwnHosts
    ? {
        site_url: await ask('site_url', 'URL of the site?', { optional: true }),
        validator_url: await ask('validator_url', 'URL of the validator?', { optional: true }),
        mcp_url: await ask('mcp_url', 'URL of the MCP server?', { optional: true }),
      }
    : {};
  const github =
    platform === 'github'
      ? {
          repository: await ask('repository', 'Which GitHub repository?', { example: 'example/api-registry' }),
          cloudflare_account_id: await ask('cloudflare_account_id', 'What is the id of your Cloudflare account?', {
            optional: true,
          }),
          cloudflare_preview_account_id: await ask(
            'cloudflare_preview_account_id',
            'What is the id of another Cloudflare account, for previews of pull requests?',
            { optional: true },
          ),
        }
      : {};
  const answers = { platform, site_name, registry_url, contact, ...hosts, ...github };
  const settings = parseDeploymentSettings(answers);
  if (settings.ok) return settings.value;
  throw createSettingsError('The prompts returned', settings.error);
}

interface QuestionOptions {
  readonly initial?: string;
  readonly example?: string;
  readonly optional?: boolean;
}

function createTextQuestion(prompts: Prompts, previous: Partial<DeploymentSettings>) {
  const given: Record<string, string> = {};
  const findMemberError = (member: string, value: string) =>
    findError(member, value) ??
    findConflicts({ ...given, [member]: value }).find(error => error.member === member)?.message;
  return async (member: keyof DeploymentSettings, message: string, options: QuestionOptions): Promise<string> => {
    const { initial, example, optional = false } = options;
    const value = await prompts.text({
      message: optional ? `${message} (empty if none)` : message,
      initial: previous[member] ?? initial,
      example,
      check: text => {
        if (text === '') return optional ? undefined : 'This is required.';
        return findMemberError(member, text);
      },
    });
    if (value !== '') given[member] = value;
    return value;
  };
}
