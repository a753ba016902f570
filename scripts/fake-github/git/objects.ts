import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

/** The author or committer of a commit, with an RFC 3339 time. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

export interface CommitContent {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
}

/** A direct entry of a tree. */
export interface TreeItem {
  readonly path: string;
  /** Six octal digits. */
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
}

/**
 * Writes a loose object of a repository. Does not start git, because a start takes far longer than the work.
 * @returns its SHA
 */
export async function writeObject(directory: string, type: string, content: string | Uint8Array): Promise<string> {
  const bytes = Buffer.from(content);
  const object = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
  const sha = createHash('sha1').update(object).digest('hex');
  const file = path.join(directory, 'objects', sha.slice(0, 2), sha.slice(2));
  const temporary = path.join(directory, 'objects', `tmp_obj_${randomUUID()}`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(temporary, deflateSync(object));
  await rename(temporary, file);
  return sha;
}

/** Parses the content of a tree object. */
export function parseTree(content: Buffer): TreeItem[] {
  const items: TreeItem[] = [];
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at);
    const [mode = '', name = ''] = content.toString('utf8', at, end).split(/ (.*)/s);
    at = end + 21;
    const sha = content.toString('hex', end + 1, at);
    items.push({ path: name, mode: mode.padStart(6, '0'), type: toType(mode), sha });
  }
  return items;
}

function toType(mode: string): TreeItem['type'] {
  if (/^0?40000$/.test(mode)) return 'tree';
  return mode === '160000' ? 'commit' : 'blob';
}

/** Formats the content of a tree object. */
export function formatTree(items: Iterable<Pick<TreeItem, 'path' | 'mode' | 'sha'>>): Buffer {
  const rows = Array.from(items, ({ path: name, mode, sha }) => ({
    // Git sorts a folder as if its name ended with a slash.
    key: Buffer.from(toType(mode) === 'tree' ? `${name}/` : name),
    bytes: Buffer.concat([Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`), Buffer.from(sha, 'hex')]),
  }));
  return Buffer.concat(rows.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ bytes }) => bytes));
}

/** Parses the content of a commit object. */
export function parseCommit(content: Buffer): CommitContent {
  const [head = '', message = ''] = content.toString().split(/\n\n(.*)/s);
  const headers = head.split('\n').map(line => line.split(/ (.*)/s));
  const values = (name: string) => headers.filter(([key]) => key === name).map(([, value = '']) => value);
  const person = (name: string): Person => {
    const [, who = '', email = '', seconds = 0] = /^(.*?) ?<(.*)> (\d+) /.exec(values(name)[0] ?? '') ?? [];
    return { name: who, email, date: new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z') };
  };
  return {
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: person('author'),
    committer: person('committer'),
    message: message.trimEnd(),
  };
}

/** Formats the content of a commit object. All times are in UTC. */
export function formatCommit({ tree, parents, author, committer, message }: CommitContent): string {
  const person = ({ name, email, date }: Person) => `${name} <${email}> ${Math.floor(Date.parse(date) / 1000)} +0000`;
  const headers = [
    `tree ${tree}`,
    ...parents.map(parent => `parent ${parent}`),
    `author ${person(author)}`,
    `committer ${person(committer)}`,
  ];
  return `${headers.join('\n')}\n\n${message}`;
}
