/** One result of `npm run bench` with its baseline. Ratios carry over to other machines; seconds do not. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The baseline, from the same run. */
  readonly beside?: { readonly name: string; readonly value: number };
  /** `value` divided by `beside`, or the inverse if less is better. Above 1 is better. */
  readonly ratio?: number;
  /** The target ratio. */
  readonly aim?: number;
}

/** A part of the measurement and its conditions. */
export interface MeasuredPart {
  readonly name: string;
  /** The time of the measurement. */
  readonly date: string;
  /** The measured commit. Null if unknown. */
  readonly commit: string | null;
  /** Whether it ran in quick mode, with less precision. */
  readonly quick: boolean;
  /** The load average of the machine before and after the measurement. */
  readonly load: { readonly before: number; readonly after: number };
  readonly figures: readonly Figure[];
}

/** A measurement and its machine. */
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

/** Whether a figure meets its target. Undefined if it has none. */
export function isReached({ ratio, aim }: Figure): boolean | undefined {
  return aim === undefined ? undefined : (ratio ?? 0) >= aim;
}

/** Formats the machine as a phrase. */
export function formatMachine({ machine: { cpu, cores, memory_gb, platform, node } }: Measurement): string {
  return `${cpu}, ${cores} cores, ${memory_gb} GB of memory, ${platform}, Node ${node.replace(/^v/, '')}`;
}
