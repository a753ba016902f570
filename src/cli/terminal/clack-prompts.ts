import { confirm, isCancel, multiselect, select, text } from '@clack/prompts';
import { type ChoicePrompt, PromptCanceledError, type Prompts } from './prompts.ts';

/** Prompts go to standard error, since standard output has the result. */
const output = process.stderr;

/** Returns keyboard prompts on the terminal of this process. */
export function createClackPrompts(): Prompts {
  return {
    text: async ({ message, initial, example, check }) =>
      throwIfCanceled(
        await text({
          message,
          output,
          ...(initial !== undefined && { initialValue: initial }),
          ...(example !== undefined && { placeholder: example }),
          validate: value => check?.((value ?? '').trim()),
        }),
      ).trim(),
    choose: async <T extends string>(prompt: ChoicePrompt<T>) => {
      const { message, initial } = prompt;
      return findChoice(
        prompt,
        throwIfCanceled(
          await select<string>({
            message,
            output,
            options: toClackOptions(prompt),
            ...(initial !== undefined && { initialValue: initial }),
            maxItems: MAX_VISIBLE_OPTIONS,
          }),
        ),
      );
    },
    chooseSeveral: async <T extends string>(prompt: ChoicePrompt<T>) => {
      const { message, initial } = prompt;
      const values = throwIfCanceled(
        await multiselect<string>({
          message: `${message} (space to select, enter to continue)`,
          output,
          options: toClackOptions(prompt),
          ...(initial !== undefined && { initialValues: [initial] }),
          required: true,
          maxItems: MAX_VISIBLE_OPTIONS,
        }),
      );
      return values.map(value => findChoice(prompt, value));
    },
    confirm: async ({ message, initial }) => throwIfCanceled(await confirm({ message, output, initialValue: initial })),
  };
}

const MAX_VISIBLE_OPTIONS = 12;

function toClackOptions<T extends string>({ options }: ChoicePrompt<T>) {
  return options.map((option): { value: string; label: string; hint: string } => ({ ...option }));
}

function findChoice<T extends string>({ options }: ChoicePrompt<T>, value: string): T {
  const option = options.find(each => each.value === value);
  if (!option) throw new Error(`"${value}" is not an option of the prompt.`);
  return option.value;
}

function throwIfCanceled<T>(value: T): Exclude<T, symbol> {
  if (isCancel(value)) throw new PromptCanceledError('The prompt was canceled.');
  return value as Exclude<T, symbol>;
}
