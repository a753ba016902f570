/** The settings of the mock repository that setup changes. */
export interface RepositorySettings {
  defaultBranch: string;
  hasIssues: boolean;
  actionsEnabled: boolean;
  /** The actions that workflows may use. */
  allowedActions: 'all' | 'local_only' | 'selected';
  /** Whether the organization forbids GitHub Actions in this repository. */
  areActionsForbidden: boolean;
  defaultPermissions: 'read' | 'write';
  /** The labels by name. */
  readonly labels: Map<string, { readonly color: string; readonly description: string | null }>;
  readonly variables: Map<string, string>;
  readonly environments: Map<string, RepositoryEnvironment>;
  readonly rulesets: Ruleset[];
  /** The state of each workflow by its file name. */
  readonly workflows: Map<string, string>;
  /** The workflows that were started by hand, by file name. */
  readonly dispatched: string[];
  /** Whether the App is installed on the repository. */
  isAppInstalled: boolean;
  /** The codes of new Apps that were not exchanged yet. Each works once. */
  readonly appCodes: Set<string>;
}

export interface Ruleset {
  readonly id: number;
  readonly name: string;
  readonly target: string;
  readonly rules: string[];
  /** Whether it has no effect. */
  readonly isDisabled?: boolean;
  /** The patterns of its refs (default: `main`). */
  readonly include?: readonly string[];
  /** The ids of the Apps on its bypass list. */
  readonly bypass?: readonly number[];
}

export interface RepositoryEnvironment {
  isRestricted: boolean;
  readonly policies: { readonly id: number; readonly name: string; readonly type: string }[];
  /** The sealed values by name. */
  readonly secrets: Map<string, string>;
}

/** Creates the settings of a repository with the labels that GitHub creates, and others. */
export function createRepositorySettings(labels: readonly string[]): RepositorySettings {
  return {
    defaultBranch: 'main',
    hasIssues: true,
    actionsEnabled: true,
    allowedActions: 'all',
    areActionsForbidden: false,
    defaultPermissions: 'read',
    labels: new Map(
      ['bug', 'documentation', 'question', ...labels].map(
        name => [name, { color: 'ededed', description: null }] as const,
      ),
    ),
    variables: new Map(),
    environments: new Map(),
    rulesets: [],
    workflows: new Map(),
    dispatched: [],
    isAppInstalled: true,
    appCodes: new Set(),
  };
}
