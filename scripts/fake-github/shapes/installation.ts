import { APP_PERMISSIONS, type FakeGithubState, getTimestamp } from '../state.ts';
import { createOwner, toUser } from './people.ts';

/** Formats the installation of the App on the repository. */
export function installationShape(github: FakeGithubState) {
  const { app, owner, address } = github;
  const at = getTimestamp(github);
  return {
    id: app.installation,
    account: toUser(github, createOwner(owner)),
    repository_selection: 'selected',
    access_tokens_url: `${address}/app/installations/${app.installation}/access_tokens`,
    repositories_url: `${address}/installation/repositories`,
    html_url: `https://github.com/settings/installations/${app.installation}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: createOwner(owner).id,
    target_type: 'User',
    permissions: APP_PERMISSIONS,
    events: [],
    created_at: at,
    updated_at: at,
    single_file_name: null,
    suspended_by: null,
    suspended_at: null,
  };
}

/** Formats a new App with its key, as after the manifest flow. */
export function appConversionShape(github: FakeGithubState, pem: string) {
  const { app, owner } = github;
  const at = getTimestamp(github);
  return {
    id: app.id,
    slug: app.slug,
    node_id: `A_${app.id}`,
    owner: toUser(github, createOwner(owner)),
    name: app.slug,
    description: null,
    external_url: 'https://registry.example',
    html_url: `https://github.com/apps/${app.slug}`,
    created_at: at,
    updated_at: at,
    permissions: APP_PERMISSIONS,
    events: [],
    client_id: 'Iv1.0000000000000000',
    client_secret: 'unused',
    webhook_secret: null,
    pem,
  };
}
