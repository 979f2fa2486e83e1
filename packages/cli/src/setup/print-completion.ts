import { argument, command } from '../command/command.ts';
import { completionFor, shells } from '../command/completion.ts';
import { usageProblem } from '../base/problem.ts';

export const printCompletion = command({
  name: 'completion',
  summary: 'Print the completion script of a shell',
  arguments: { shell: argument(shells.join(', ')) },
  examples: [
    { line: 'signalbox completion bash', text: 'Bash: append the output to `~/.bashrc`.' },
    { line: 'signalbox completion zsh', text: 'Zsh: append the output to `~/.zshrc`.' },
    { line: 'signalbox completion fish', text: 'Fish: write the output to `~/.config/fish/completions/signalbox.fish`.' },
    { line: 'signalbox completion pwsh', text: 'PowerShell: append the output to the file in `$PROFILE`.' },
  ],
  async run({ shell }, { terminal, table }) {
    const found = shells.find((each) => each === shell);
    if (found === undefined) throw usageProblem(`Use one of ${shells.join(', ')}; got ${shell}.`);
    terminal.stdout.write(completionFor(found, table));
    return undefined;
  },
});
