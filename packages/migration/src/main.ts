import { migrate } from './migrate.ts';

const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);

/** Runs the command of this process and sets its exit code. */
export async function runMigration(words: readonly string[]): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  const { env, stdout, stderr } = process;
  process.exitCode = await migrate(words, { print: write(stdout), warn: write(stderr), env, stop: stop.signal });
}
