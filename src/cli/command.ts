import type { ExitStatus } from './terminal/exit-status.ts';
import type { Terminal } from './terminal/terminal.ts';

/** One command: everything that its help and the completion of shells tell, and how it runs. */
export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly options: Readonly<Record<string, Option>>;
  /** What it does, in paragraphs. */
  readonly about: readonly string[];
  /** Command lines without the program's name, and what each is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** What each exit status means. */
  readonly exits: Readonly<Record<number, string>>;
  readonly run: Run;
}

/** What a person wrote after a command's name. */
export interface Input {
  readonly operands: readonly string[];
  /** Whether an option without value was given. */
  has(option: string): boolean;
  /** The value of an option; the last one where it was given several times. */
  value(option: string): string | undefined;
  values(option: string): readonly string[];
}

export type Run = (input: Input, terminal: Terminal) => Promise<ExitStatus>;

export interface Operand {
  readonly name: string;
  readonly optional?: true;
  /** It may be given any number of times; only the last operand may. */
  readonly several?: true;
  /** What shells offer. */
  readonly offers?: 'files' | 'folders' | readonly string[];
}

export interface Option {
  readonly help: string;
  /** What its value is called; absent where it takes none. */
  readonly value?: string;
  /** The only values that it takes. */
  readonly choices?: readonly string[];
  /** It may be given several times. */
  readonly several?: true;
  readonly short?: string;
}

/** The options that every command has. */
export const COMMON: Readonly<Record<string, Option>> = { help: { help: 'show this help', short: 'h' } };
