import type { ExitStatus } from './terminal/exit-status.ts';
import type { Terminal } from './terminal/terminal.ts';

/** A command: its help, its shell completion, and its implementation. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly options: Readonly<Record<string, Option>>;
  /** The paragraphs of its help. */
  readonly about: readonly string[];
  /** Command lines without the program name, each with its purpose. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** The meaning of each exit status. */
  readonly exits: Readonly<Record<number, string>>;
  readonly run: Run;
}

/** The parsed arguments after the command name. */
export interface Input {
  readonly operands: readonly string[];
  /** Whether an option was given. */
  has(option: string): boolean;
  /** The last value of an option. */
  value(option: string): string | undefined;
  values(option: string): readonly string[];
}

export type Run = (input: Input, terminal: Terminal) => Promise<ExitStatus>;

export interface Operand {
  readonly name: string;
  readonly optional?: true;
  /** Accepts any number of values. Only allowed for the last operand. */
  readonly repeatable?: true;
  /** The kind of values that shell completion suggests, or the values. */
  readonly completions?: 'files' | 'folders' | readonly string[];
}

export interface Option {
  readonly help: string;
  /** The placeholder for its value; undefined for a flag. */
  readonly value?: string;
  /** The allowed values; undefined if any value is allowed. */
  readonly choices?: readonly string[];
  /** The value is a comma-separated list of choices. */
  readonly list?: true;
  readonly repeatable?: true;
  readonly short?: string;
}

/** The options of every command. */
export const COMMON_OPTIONS: Readonly<Record<string, Option>> = { help: { help: 'show this help', short: 'h' } };
