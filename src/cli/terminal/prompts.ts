/** What a command may ask a person. Each rejects with `Unanswered` when the person gives up. */
export interface Prompts {
  text(question: TextQuestion): Promise<string>;
  choose<T extends string>(question: Choice<T>): Promise<T>;
  /** At least one. */
  chooseSeveral<T extends string>(question: Choice<T>): Promise<readonly T[]>;
  confirm(question: { readonly message: string; readonly initial: boolean }): Promise<boolean>;
}

export interface TextQuestion {
  readonly message: string;
  /** Offered to be kept or edited. */
  readonly initial?: string | undefined;
  /** Shown where nothing is written yet. */
  readonly example?: string | undefined;
  /** What is wrong with an answer; undefined when nothing is. */
  readonly check?: ((answer: string) => string | undefined) | undefined;
}

export interface Choice<T extends string> {
  readonly message: string;
  readonly options: readonly { readonly value: T; readonly label: string; readonly hint: string }[];
  readonly initial?: T | undefined;
}

/** The person gave up at a question. */
export class PromptCanceledError extends Error {
  override readonly name = 'Unanswered';
}
