import { PromptCanceledError, type Prompts } from './prompts.ts';

/** Responses by a substring of the prompt. The prompts try the values of a list in order until one is valid. */
export type PromptReplies = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A simulated user with prepared responses, who cancels at an unexpected prompt. */
export interface ScriptedPrompts extends Prompts {
  readonly messages: string[];
  /** The validation errors of rejected responses. */
  readonly errors: string[];
}

export function createScriptedPrompts(replies: PromptReplies): ScriptedPrompts {
  const messages: string[] = [];
  const errors: string[] = [];
  const findReply = (message: string): string | boolean | readonly string[] => {
    messages.push(message);
    const reply = Object.entries(replies).find(([part]) => message.includes(part));
    if (!reply) throw new PromptCanceledError(message);
    return reply[1];
  };
  return {
    messages,
    errors,
    async text({ message, check }) {
      for (const each of [findReply(message)].flat()) {
        const error = check?.(String(each));
        if (error === undefined) return String(each);
        errors.push(error);
      }
      throw new Error(`No valid reply: ${errors.at(-1)}`);
    },
    async choose({ message, options }) {
      const reply = findReply(message);
      const option = options.find(({ value }) => value === reply);
      if (!option) throw new Error(`"${message}" has no option "${reply}".`);
      return option.value;
    },
    async chooseSeveral({ message, options }) {
      const replies = [findReply(message)].flat();
      return options.flatMap(({ value }) => (replies.includes(value) ? [value] : []));
    },
    confirm: async ({ message }) => findReply(message) === true,
  };
}
