import type { Call } from './reply.ts';

/** Returns one page of a list and the Link header for the next page. */
export function paginate<T>(
  { github, query }: Call,
  all: readonly T[],
): { rows: T[]; headers: Record<string, string> } {
  const size = Math.min(Number(query.per_page ?? 30), 100);
  const page = Math.max(Number(query.page ?? 1), 1);
  const rows = all.slice((page - 1) * size, page * size);
  const next = new URLSearchParams({ ...query, page: String(page + 1) });
  const headers = all.length > page * size ? { Link: `<${github.address}/?${next}>; rel="next"` } : {};
  return { rows, headers: headers as Record<string, string> };
}
