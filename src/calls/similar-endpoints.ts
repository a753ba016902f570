import type { Manifest } from '#manifest/manifest.ts';
import { values } from '#manifest/taxonomy.ts';
import { findClosestMatch } from '#manifest/text/closest-match.ts';
import { type DeclaredEndpoint, findEndpoint } from './find-endpoint.ts';

/** The declared endpoints that are similar to an undeclared one. */
export interface SimilarEndpoints {
  /** The methods of the path, if the manifest declares it with other methods. */
  readonly methods: readonly string[];
  /** An endpoint whose path is a likely correction of the path. */
  readonly correction: DeclaredEndpoint | undefined;
  /** All declared endpoints: first the compared ones, the most similar first, and then the others. */
  readonly endpoints: readonly DeclaredEndpoint[];
}

/**
 * The number of endpoints that are compared with a path. A manifest of 1 MiB can have 17,000, whose comparison would block
 * other requests.
 */
const MAX_COMPARED = 2000;

/** Finds the declared endpoints that are similar to a method and a path. */
export function findSimilarEndpoints(manifest: Manifest, method: string, path: string): SimilarEndpoints {
  const all: readonly DeclaredEndpoint[] = manifest.endpoints.slice(0, MAX_COMPARED);
  const compared = { ...manifest, endpoints: all } as Manifest;
  const samePath = values('http_methods').flatMap(each => findEndpoint(compared, each, path)?.endpoint ?? []);
  const closestPath =
    samePath.length > 0
      ? undefined
      : findClosestMatch(
          path,
          all.map(endpoint => endpoint.path),
        );
  const withClosestPath = all.filter(endpoint => endpoint.path === closestPath);
  const correction = withClosestPath.find(each => each.method === method.toUpperCase()) ?? withClosestPath[0];
  const words = new Set(listWords(path));
  const isLikely = new Set([...samePath, ...withClosestPath]);
  const scored = all.map(endpoint => ({
    endpoint,
    score:
      (isLikely.has(endpoint) ? MAX_WORDS + 1 : 0) + listWords(endpoint.path).filter(word => words.has(word)).length,
  }));
  return {
    methods: samePath.map(endpoint => endpoint.method),
    correction,
    endpoints: [
      ...scored.toSorted((a, b) => b.score - a.score).map(({ endpoint }) => endpoint),
      ...manifest.endpoints.slice(MAX_COMPARED),
    ],
  };
}

/** A path can have 1 MiB. */
const MAX_WORDS = 50;

/** Returns the different words of a path, without numbers of versions, which do not distinguish endpoints. */
function listWords(path: string): readonly string[] {
  const words = path
    .slice(0, 300)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words)].filter(word => word !== '' && !/^v?\d+$/.test(word)).slice(0, MAX_WORDS);
}
