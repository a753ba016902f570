/** How many of the best listings are compared by meaning. */
const MAX_COMPARED = 100;

/** The number of buckets for scores, to find the best without sorting all. */
const BUCKET_BITS = 10;
const BUCKETS = 1 << BUCKET_BITS;

/** The scores that are equal without their last bits. */
export interface ScoreBucket {
  /** The score without these bits. */
  readonly bucket: number;
  /** The number of bits. */
  readonly shift: number;
  /** The number of listings with a score above the bucket. */
  readonly better: number;
}

/** Returns the least score of a bucket. */
export function leastScoreOf({ bucket, shift }: ScoreBucket): number {
  return bucket << shift;
}

/** Finds the scores of the best listings, which are compared by meaning, without sorting all. */
export class BestScores {
  readonly #scores: Int32Array;
  readonly #buckets = new Uint32Array(BUCKETS);

  /** @param scores of all listings, which the caller changes for each query */
  constructor(scores: Int32Array) {
    this.#scores = scores;
  }

  /**
   * Groups scores into buckets, and returns the bucket with the least score of the `MAX_COMPARED` best listings.
   * @param listings with a match; undefined to visit all listings
   * @param most an upper bound of the scores
   */
  findBucket(listings: Uint32Array | undefined, most: number): ScoreBucket {
    const scores = this.#scores;
    const shift = Math.max(0, 32 - Math.clz32(most) - BUCKET_BITS);
    const buckets = this.#buckets.fill(0);
    const visited = listings?.length ?? scores.length;
    for (let at = 0; at < visited; at++) {
      const bucket = (scores[listings === undefined ? at : (listings[at] ?? 0)] ?? 0) >>> shift;
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    let bucket = BUCKETS - 1;
    let better = 0;
    while (bucket > 0 && better + (buckets[bucket] ?? 0) < MAX_COMPARED) better += buckets[bucket--] ?? 0;
    return { bucket, shift, better };
  }

  /**
   * Returns the least score of the `MAX_COMPARED` best listings, and how many of the listings with exactly this score are
   * among them.
   * @param listings at least those with a score in the bucket or above
   */
  findLeast(
    listings: Uint32Array,
    { bucket, shift, better }: ScoreBucket,
  ): { readonly least: number; readonly equal: number } {
    const scores = this.#scores;
    const last = new Uint32Array(this.#buckets[bucket] ?? 0);
    let length = 0;
    for (let at = 0; at < listings.length; at++) {
      const score = scores[listings[at] ?? 0] ?? 0;
      if (score >>> shift === bucket) last[length++] = score;
    }
    const left = MAX_COMPARED - better;
    if (length < left) return { least: 1, equal: MAX_COMPARED };
    const own = last.subarray(0, length).sort();
    const least = own[length - left] ?? 0;
    return { least, equal: left - (length - 1 - own.lastIndexOf(least)) };
  }
}
