/** One figure of `npm run bench`: what was measured, what it came to, and beside what. Ratios hold on other machines; seconds do not. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What `value` is compared with, measured in the same run. */
  readonly beside?: { readonly name: string; readonly value: number };
  /** `value` over `beside`, or its inverse where less is better: above 1 is better. */
  readonly ratio?: number;
  /** The ratio that is aimed at. */
  readonly aim?: number;
}

/** A part of the measurement, and how it came about. */
export interface MeasuredPart {
  readonly name: string;
  /** When it was done. */
  readonly date: string;
  /** The commit that was measured; null where nobody knew it. */
  readonly commit: string | null;
  /** Whether it was measured rather soon than thoroughly. */
  readonly quick: boolean;
  /** The load average of the machine before and after it. */
  readonly load: { readonly before: number; readonly after: number };
  readonly figures: readonly Figure[];
}

/** A measurement, and the machine that it was done on. */
export interface Measurement {
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memory_gb: number;
    readonly platform: string;
    readonly node: string;
  };
  readonly parts: readonly MeasuredPart[];
}

/** Whether a figure is as good as was aimed at; undefined where nothing was. */
export function isReached({ ratio, aim }: Figure): boolean | undefined {
  return aim === undefined ? undefined : (ratio ?? 0) >= aim;
}

/** The machine in a sentence. */
export function machineInWords({ machine: { cpu, cores, memory_gb, platform, node } }: Measurement): string {
  return `${cpu}, ${cores} cores, ${memory_gb} GB of memory, ${platform}, Node ${node.replace(/^v/, '')}`;
}
