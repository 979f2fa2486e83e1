#!/usr/bin/env node
import { openBrowser } from './open-browser.ts';
import { run } from './run.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const code = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  fetch,
  openBrowser,
  signal: interrupted.signal,
});
// An interrupted command may still wait for input or a response.
if (interrupted.signal.aborted) process.exit(code);
process.exitCode = code;
