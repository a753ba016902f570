import type { FakeGithubState } from '../state.ts';
import { createOwner, toUser } from './people.ts';

const COLLECTIONS = [
  'archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads',
  'events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges',
  'milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees',
].flatMap(line => line.split(' '));

/** Formats a repository. The repository of another owner is a fork. */
export function repositoryShape(github: FakeGithubState, owner: string = github.owner) {
  const full_name = `${owner}/${github.name}`;
  const url = `${github.address}/repos/${full_name}`;
  const html_url = `https://github.com/${full_name}`;
  const collections = Object.fromEntries(COLLECTIONS.map(name => [`${name}_url`, `${url}/${name}`]));
  return {
    ...collections,
    id: 100 + owner.length,
    node_id: `R_${owner}`,
    name: github.name,
    full_name,
    owner: toUser(github, createOwner(owner)),
    private: false,
    html_url,
    description: null,
    fork: owner !== github.owner,
    url,
    git_url: `git://github.com/${full_name}.git`,
    ssh_url: `git@github.com:${full_name}.git`,
    clone_url: `${html_url}.git`,
    svn_url: html_url,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    default_branch: github.settings.defaultBranch,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: 0,
    open_issues: 0,
    open_issues_count: 0,
    has_issues: github.settings.hasIssues,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: false,
    has_discussions: false,
    archived: false,
    disabled: false,
    pushed_at: '2026-01-01T00:00:00Z',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
}
