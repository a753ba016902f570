import { confirm, isCancel, multiselect, select, text } from '@clack/prompts';
import { type Choice, PromptCanceledError, type Prompts } from './prompts.ts';

/** Where questions are shown: standard error, since standard output carries what was asked for. */
const output = process.stderr;

/** Questions on the terminal of this process, moved through by keys. */
export function clackQuestions(): Prompts {
  return {
    text: async ({ message, initial, example, check }) =>
      answered(
        await text({
          message,
          output,
          ...(initial !== undefined && { initialValue: initial }),
          ...(example !== undefined && { placeholder: example }),
          validate: answer => check?.((answer ?? '').trim()),
        }),
      ).trim(),
    choose: async <T extends string>(question: Choice<T>) => {
      const { message, initial } = question;
      return chosen(
        question,
        answered(
          await select<string>({
            message,
            output,
            options: optionsOf(question),
            ...(initial !== undefined && { initialValue: initial }),
            maxItems: SHOWN,
          }),
        ),
      );
    },
    chooseSeveral: async <T extends string>(question: Choice<T>) => {
      const { message, initial } = question;
      const several = answered(
        await multiselect<string>({
          message: `${message} (space selects, enter goes on)`,
          output,
          options: optionsOf(question),
          ...(initial !== undefined && { initialValues: [initial] }),
          required: true,
          maxItems: SHOWN,
        }),
      );
      return several.map(value => chosen(question, value));
    },
    confirm: async ({ message, initial }) => answered(await confirm({ message, output, initialValue: initial })),
  };
}

/** Options on the screen at a time. */
const SHOWN = 12;

function optionsOf<T extends string>({ options }: Choice<T>): { value: string; label: string; hint: string }[] {
  return options.map(option => ({ ...option }));
}

function chosen<T extends string>({ options }: Choice<T>, answer: string): T {
  const option = options.find(({ value }) => value === answer);
  if (!option) throw new Error(`The answer "${answer}" is none of the options.`);
  return option.value;
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new PromptCanceledError('No answer was given.');
  return answer as Exclude<T, symbol>;
}
