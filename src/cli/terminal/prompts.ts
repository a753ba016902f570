/** The interactive prompts. Each rejects with `PromptCanceledError` if the user cancels it. */
export interface Prompts {
  text(prompt: TextPrompt): Promise<string>;
  choose<T extends string>(prompt: ChoicePrompt<T>): Promise<T>;
  /** Requires at least one choice. */
  chooseSeveral<T extends string>(prompt: ChoicePrompt<T>): Promise<readonly T[]>;
  confirm(prompt: { readonly message: string; readonly initial: boolean }): Promise<boolean>;
}

export interface TextPrompt {
  readonly message: string;
  /** The initial, editable value. */
  readonly initial?: string | undefined;
  /** The placeholder of an empty field. */
  readonly example?: string | undefined;
  /** Returns the error message for an invalid value. */
  readonly check?: ((value: string) => string | undefined) | undefined;
}

export interface ChoicePrompt<T extends string> {
  readonly message: string;
  readonly options: readonly { readonly value: T; readonly label: string; readonly hint: string }[];
  readonly initial?: T | undefined;
}

/** Thrown when the user cancels a prompt. */
export class PromptCanceledError extends Error {
  override readonly name = 'PromptCanceledError';
}
