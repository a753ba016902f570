import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** A file that may be an OpenAPI document. */
export interface DocumentFile {
  /** The path below the folder, with slashes. */
  readonly document: string;
  /** The newer version of the same API that replaces it. Undefined for the newest. */
  readonly supersededBy?: string;
}

/**
 * Lists the JSON and YAML files of a folder, sorted by path. In the layout of APIs.guru, a folder per version has one file, and
 * only the newest version is current.
 *
 * @param records the folder of the drafts. Below the listed folder, its files are skipped.
 * @throws Error if the folder cannot be read
 */
export async function listDocuments(folder: string, records: string): Promise<readonly DocumentFile[]> {
  const skipped = `${toDocument(folder, records)}/`;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const documents = entries
    .filter(entry => entry.isFile() && /\.(json|ya?ml)$/i.test(entry.name))
    .map(entry => toDocument(folder, path.join(entry.parentPath, entry.name)))
    .filter(document => !document.startsWith(skipped) && !/(^|\/)(node_modules|\.[^/]+)\//.test(document))
    .sort();
  const newest = new Map<string, string>();
  for (const document of documents) {
    const api = apiOf(document);
    if (api === undefined) continue;
    const other = newest.get(api);
    if (other === undefined || compareVersions(other, document) < 0) newest.set(api, document);
  }
  return documents.map(document => {
    const current = newest.get(apiOf(document) ?? '');
    return current === undefined || current === document ? { document } : { document, supersededBy: current };
  });
}

/** Returns a path relative to a folder, with slashes. */
function toDocument(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll(path.sep, '/');
}

/** Returns the folder of an API in the layout of APIs.guru; undefined in another layout. */
function apiOf(document: string): string | undefined {
  const [, api] = /^(.+)\/v?\d[^/]*\/(?:openapi|swagger)\.(?:json|ya?ml)$/i.exec(document) ?? [];
  return api;
}

/** Compares numbers by value, and a release after its pre-releases. Of equal versions, openapi is newer than swagger. */
function compareVersions(a: string, b: string): number {
  const [one, other] = [a, b].map(toVersion) as [Version, Version];
  return (
    one.release.localeCompare(other.release, 'en', { numeric: true }) ||
    Number(other.isPrerelease) - Number(one.isPrerelease) ||
    one.text.localeCompare(other.text, 'en', { numeric: true }) ||
    -a.localeCompare(b, 'en')
  );
}

interface Version {
  readonly text: string;
  /** Without the suffix of a pre-release, such as `beta1`. */
  readonly release: string;
  readonly isPrerelease: boolean;
}

function toVersion(document: string): Version {
  const text = (document.split('/').at(-2) ?? '').replace(/^v/i, '');
  const release = text.replace(/[-_.]?(alpha|beta|rc|preview|dev|eap).*$/i, '');
  return { text, release, isPrerelease: release !== text };
}
