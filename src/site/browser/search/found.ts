/** A search result. The parts of `title` and `excerpt` alternate: plain, marked, plain, … */
export interface Found {
  readonly title: readonly string[];
  readonly page: string;
  readonly id: string;
  readonly excerpt: readonly string[];
}
