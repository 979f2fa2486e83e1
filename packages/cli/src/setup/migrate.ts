import { command, remainingArguments } from '../command/command.ts';
import type { ExitCode } from '../base/problem.ts';

export const migrateInstance = command({
  name: 'migrate',
  summary: 'Migrate from Unleash or flagd',
  description: 'This command has its own options: run it without any to list them.',
  ownParser: true,
  arguments: { words: remainingArguments('from-unleash or from-flagd, a source, options and a step') },
  examples: [
    {
      line: 'signalbox migrate from-unleash --export unleash.json plan',
      text: 'Lists what an import of an exported state would adapt or skip.',
    },
    {
      line: 'signalbox migrate from-flagd --file flagd.json plan',
      text: 'Lists which flags of flagd become features exactly, and why others do not.',
    },
  ],
  async run({ words }, { terminal }) {
    const { migrate } = await import('@signalbox/migration');
    const write = (stream: { write(text: string): unknown }) => (line: string) => void stream.write(`${line}\n`);
    const { env, stdout, stderr, signal: stop } = terminal;
    return (await migrate(words, { print: write(stdout), warn: write(stderr), env, stop })) as ExitCode;
  },
});
