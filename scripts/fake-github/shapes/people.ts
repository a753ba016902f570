import type { Account, FakeGithubState } from '../state.ts';

/** An account as GitHub's API shows it. */
export function userShape(forge: FakeGithubState, { id, login, type }: Account) {
  const url = `${forge.address}/users/${encodeURIComponent(login)}`;
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

/** The owner of a repository, the fake's own or a fork. */
export function ownerOf(login: string): Account {
  return { id: 1 + login.length, login, type: 'User' };
}
