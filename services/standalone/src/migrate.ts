import { openOrExit, settingsOrExit } from '@signalbox/host';
import { surfaces } from './services.ts';
import { planMigrations, runMigrations } from './migrations.ts';

const settings = settingsOrExit(surfaces);
const work = process.argv.includes('--plan') ? planMigrations : runMigrations;
for (const line of await openOrExit(() => work(settings))) process.stdout.write(`${line}\n`);
