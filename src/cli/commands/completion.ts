import type { Command } from '../command.ts';

/** The `completion` command; `commands` lists all commands when it runs. */
export const completion = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'print what bash, zsh or fish need to complete this command',
  operands: [{ name: 'shell', offers: ['bash', 'zsh', 'fish'] }],
  options: {},
  about: [
    'Prints a script for a shell to read. To keep it, put the line into the file that your shell reads at its start: ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.',
    'bash: eval "$(api-manifest completion bash)". zsh, after compinit: source <(api-manifest completion zsh). fish: api-manifest completion fish | source.',
  ],
  examples: [
    ['completion bash', 'for bash'],
    ['completion fish > ~/.config/fish/completions/api-manifest.fish', 'for fish, for good'],
  ],
  exits: { 0: 'printed', 2: 'no such shell' },
  run: async (...call) => (await import('../completion.ts')).completion(commands(), ...call),
});
