import type { Addresses } from '../../config.ts';

/** Something that an agent can learn to do with this registry (agentskills.io). */
export interface Skill {
  /** 1 to 64 of `a-z`, `0-9` and `-`; the name of its folder, too. */
  readonly name: string;
  /** What it does and when to use it, in at most 1,024 characters. */
  readonly description: (addresses: Addresses) => string;
  /** What people say who want it, 2 to 5 of it. */
  readonly queries: readonly string[];
  /** The instructions, as Markdown. */
  readonly instructions: (addresses: Addresses) => string;
}

/** A skill as its `SKILL.md`: front matter in YAML, then the instructions. */
export function skillMarkdown({ name, description, instructions }: Skill, addresses: Addresses): string {
  return `---
name: ${name}
description: ${JSON.stringify(description(addresses))}
---

${instructions(addresses)}`;
}

/** Where a skill's `SKILL.md` is served. */
export function skillPath({ name }: Pick<Skill, 'name'>): string {
  return `/.well-known/agent-skills/${name}/SKILL.md`;
}
