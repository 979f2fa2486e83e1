import { printable } from '@signalbox/contracts/printable';
import { migrate } from './migrate.ts';

/** Names of the source may have control characters, on which terminals act. */
const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${printable(line)}\n`);

/** Runs the command of this process and sets its exit code. */
export async function runMigration(words: readonly string[]): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  const { stdout, stderr } = process;
  const code = await migrate(words, { print: write(stdout), warn: write(stderr), env: process.env, stop: stop.signal });
  // An interrupted step may still wait for a response.
  if (stop.signal.aborted) process.exit(code);
  process.exitCode = code;
}
