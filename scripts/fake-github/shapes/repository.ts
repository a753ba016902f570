import type { FakeGithubState } from '../state.ts';
import { ownerOf, userShape } from './people.ts';

const COLLECTIONS = [
  'archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads',
  'events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges',
  'milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees',
].flatMap(line => line.split(' '));

/** A repository as GitHub's API shows it; that of another owner is a fork. */
export function repositoryShape(forge: FakeGithubState, owner: string = forge.owner) {
  const full_name = `${owner}/${forge.name}`;
  const url = `${forge.address}/repos/${full_name}`;
  const html_url = `https://github.com/${full_name}`;
  const collections = Object.fromEntries(COLLECTIONS.map(name => [`${name}_url`, `${url}/${name}`]));
  return {
    ...collections,
    id: 100 + owner.length,
    node_id: `R_${owner}`,
    name: forge.name,
    full_name,
    owner: userShape(forge, ownerOf(owner)),
    private: false,
    html_url,
    description: null,
    fork: owner !== forge.owner,
    url,
    git_url: `git://github.com/${full_name}.git`,
    ssh_url: `git@github.com:${full_name}.git`,
    clone_url: `${html_url}.git`,
    svn_url: html_url,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    default_branch: 'main',
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: 0,
    open_issues: 0,
    open_issues_count: 0,
    has_issues: true,
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
