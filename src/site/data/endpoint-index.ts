import { beginning } from '#listing/display/single-line.ts';
import { endpointPage } from '#listing/endpoint-pages.ts';
import { printable } from '#manifest/text/excerpt.ts';
import { groupEndpoints, type Placed } from './endpoint-groups.ts';

/** One line in the index of a listing with several pages of endpoints. */
export interface IndexLine {
  readonly text: string;
  readonly href: string;
  readonly count: number;
}

/** The maximum number of lines in the index. */
const MOST_LINES = 120;

/** The maximum length of a path in the index. */
const LONGEST = 80;

/** The groups of all pages. If there are too many, the first and the last endpoint of each page. */
export function createEndpointIndex(id: string, pages: readonly (readonly Placed[])[]): readonly IndexLine[] {
  const groups = pages.flatMap((endpoints, at) => {
    const found = groupEndpoints(endpoints);
    if (found.length === 1) return [pageLine(id, endpoints, at)];
    return found.map(({ prefix, anchor, endpoints: members }) => ({
      text: short(prefix),
      href: `${endpointPage(id, at + 1)}#${anchor}`,
      count: members.length,
    }));
  });
  const lines = joined(groups);
  return lines.length <= MOST_LINES ? lines : pages.map((endpoints, at) => pageLine(id, endpoints, at));
}

/** A group that spans several pages is one line, which links to its start. */
function joined(lines: readonly IndexLine[]): readonly IndexLine[] {
  const all: IndexLine[] = [];
  for (const line of lines) {
    const before = all.at(-1);
    if (before?.text === line.text) all[all.length - 1] = { ...before, count: before.count + line.count };
    else all.push(line);
  }
  return all;
}

function pageLine(id: string, endpoints: readonly Placed[], at: number): IndexLine {
  const ends = [endpoints[0], endpoints.length > 1 ? endpoints.at(-1) : undefined];
  return {
    text: ends.flatMap(end => (end ? [short(end.path)] : [])).join(' … '),
    href: `${endpointPage(id, at + 1)}#endpoints`,
    count: endpoints.length,
  };
}

function short(path: string): string {
  return beginning(printable(path), LONGEST);
}
