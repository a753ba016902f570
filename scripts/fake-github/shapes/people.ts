import type { Account, FakeGithubState } from '../state.ts';

/** Formats an account. */
export function toUser(github: FakeGithubState, { id, login, type }: Account) {
  const url = `${github.address}/users/${encodeURIComponent(login)}`;
  const html = `https://github.com/${type === 'Bot' ? `apps/${login.replace('[bot]', '')}` : login}`;
  return {
    login,
    id,
    node_id: `U_${id}`,
    avatar_url: `${html}.png`,
    gravatar_id: '',
    url,
    html_url: html,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    site_admin: false,
  };
}

/** Creates the owner of the repository or of a fork. */
export function createOwner(login: string): Account {
  return { id: 1 + login.length, login, type: 'User' };
}
