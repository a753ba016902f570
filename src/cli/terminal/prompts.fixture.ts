import { PromptCanceledError, type Prompts } from './prompts.ts';

/** Responses by a substring of the prompt. The prompts try the values of a list in order until one is valid. */
export type PromptReplies = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A simulated user with prepared responses, who cancels at an unexpected prompt. */
export interface ScriptedQuestions extends Prompts {
  readonly asked: string[];
  /** The validation errors of rejected responses. */
  readonly refusals: string[];
}

export function scriptedQuestions(answers: PromptReplies): ScriptedQuestions {
  const asked: string[] = [];
  const refusals: string[] = [];
  const answer = (message: string): string | boolean | readonly string[] => {
    asked.push(message);
    const found = Object.entries(answers).find(([part]) => message.includes(part));
    if (!found) throw new PromptCanceledError(message);
    return found[1];
  };
  return {
    asked,
    refusals,
    async text({ message, check }) {
      for (const each of [answer(message)].flat()) {
        const refusal = check?.(String(each));
        if (refusal === undefined) return String(each);
        refusals.push(refusal);
      }
      throw new Error(`No answer passes: ${refusals.at(-1)}`);
    },
    async choose({ message, options }) {
      const wanted = answer(message);
      const option = options.find(({ value }) => value === wanted);
      if (!option) throw new Error(`"${message}" does not offer "${wanted}".`);
      return option.value;
    },
    async chooseSeveral({ message, options }) {
      const wanted = [answer(message)].flat();
      return options.flatMap(({ value }) => (wanted.includes(value) ? [value] : []));
    },
    confirm: async ({ message }) => answer(message) === true,
  };
}
