// Runs each service in its own process, the gateway on PORT: `npm run start:distributed`. They share a bundle, because starting eight
// processes from files takes twice as long.
import { join } from 'node:path';
import { readSettings } from '../packages/kit/src/settings/settings.ts';
import { bundle, bundleFolder } from '../services/standalone/src/bundle.ts';
import { surfaces } from '../services/standalone/src/base/services.ts';
import { findEnvironment } from './distributed/environment.ts';
import { startProcesses } from './distributed/processes.ts';

const startLimitMs = 90_000;
const say = (sentence: string) => console.log(sentence);

try {
  readSettings(process.env, surfaces);
} catch (error) {
  console.error(`Signalbox cannot start. Please correct these settings:\n${(error as Error).message}`);
  process.exit(2);
}
const { environment, servers } = await findEnvironment(process.env, say).catch((error: unknown) => {
  console.error(`Signalbox cannot start. ${(error as Error).message}`);
  return process.exit(2);
});
await bundle();
const processes = await startProcesses({
  environment,
  main: join(bundleFolder, 'main.js'),
  port: Number(process.env['PORT'] ?? 4242),
  restart: true,
  say,
  refused: () => void stop(2),
});

let stopping = false;
const stop = async (code = 0) => {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  await processes.close();
  await servers.close();
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

try {
  await processes.whenReady(startLimitMs);
  const [, login] = /^Log in: (.+)$/m.exec(processes.services.get('identity')?.output ?? '') ?? [];
  const database = new URL(environment['DATABASE_URL'] as string);
  const lines = [
    '  Signalbox is running, each service in its own process',
    '',
    `  Console   ${process.env['BASE_URL'] ?? processes.url.replace('127.0.0.1', 'localhost')}`,
    `  Log in    ${login}`,
    `  Data      schemas ${environment['DATABASE_PREFIX']}* on ${database.host}`,
    '  Stop      Ctrl-C',
  ];
  console.log(`\n${lines.join('\n')}\n`);
} catch (error) {
  if (!stopping) console.error(`Signalbox failed to start: ${(error as Error).message}`);
  await stop(1);
}
