/** One part of a deployment that setup creates and doctor checks. */
export interface Step {
  /** A stable name, such as `labels`. */
  readonly id: string;
  /** The result of this step, such as "Labels for submissions and alarms". */
  readonly title: string;
  /** The consequence of skipping the step, in one sentence. */
  readonly effect: string;
  /** How an operator undoes it, in one sentence. */
  readonly undo: string;
  /** Compares the live state with the settings. Changes nothing. */
  readonly inspect: () => Promise<StepState>;
  /** What `apply` changes, if that is not what `inspect` lists. */
  readonly product?: string;
  /** Creates or corrects what `inspect` found. Undefined for a step that only a person can do. */
  readonly apply?: () => Promise<void>;
}

export type StepState =
  | { readonly done: true; readonly detail?: string }
  | {
      readonly done: false;
      /** The missing items, without a period: `the label "alarm"`. */
      readonly missing: readonly string[];
      /** Instructions for the operator, for a step without `apply`. */
      readonly fix?: string;
    };

/** A failure that an operator can fix. The message is one line with the fix. */
export class SetupError extends RangeError {
  override readonly name = 'SetupError';
}

export const DONE: StepState = { done: true };

/** Returns the state of a step: done if nothing is missing. */
export function createState(missing: readonly string[], fix?: string): StepState {
  return missing.length === 0 ? DONE : { done: false, missing, ...(fix !== undefined && { fix }) };
}
