import type { Command } from '../command.ts';

/** Creates the `completion` command. `commands` returns all commands at run time. */
export const createCompletionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'print a completion script for bash, zsh, or fish',
  operands: [{ name: 'shell', completions: ['bash', 'zsh', 'fish'] }],
  options: {},
  about: [
    'Prints a completion script for a shell. To load it in each session, add the line for your shell to ~/.bashrc, ~/.zshrc, or ~/.config/fish/config.fish.',
    'bash: eval "$(api-manifest completion bash)". zsh, after compinit: source <(api-manifest completion zsh). fish: api-manifest completion fish | source.',
  ],
  examples: [
    ['completion bash', 'print the script for bash'],
    ['completion fish > ~/.config/fish/completions/api-manifest.fish', 'install it permanently for fish'],
  ],
  exits: { 0: 'printed the script', 2: 'unsupported shell' },
  run: async (...call) => (await import('../completion/completion.ts')).completion(commands(), ...call),
});
