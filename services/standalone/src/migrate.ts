import { openOrExit, settingsOrExit } from '@signalbox/host';
import { planMigrations, runMigrations } from './migrations.ts';
import { surfaces } from './services.ts';

if (import.meta.main) {
  const settings = settingsOrExit(surfaces);
  const work = process.argv.includes('--plan') ? planMigrations : runMigrations;
  for (const line of await openOrExit(() => work(settings))) process.stdout.write(`${line}\n`);
}
