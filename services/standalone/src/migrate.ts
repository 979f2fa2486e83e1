import { parseArgs } from 'node:util';
import { openOrExit, settingsOrExit } from '@signalbox/host';
import { asSettingsProblem } from './as-settings-problem.ts';
import { migrationTable, planMigrations, runMigrations } from './migrations.ts';
import { surfaces } from './services.ts';

if (import.meta.main) {
  // Options are parsed first and strictly: a misspelt option must not migrate.
  const { plan: onlyPlan } = parseArgs({ options: { plan: { type: 'boolean', default: false } } }).values;
  const settings = settingsOrExit(surfaces);
  const steps = await openOrExit(() => asSettingsProblem(onlyPlan ? planMigrations(settings) : runMigrations(settings)));
  for (const line of migrationTable(steps)) process.stdout.write(`${line}\n`);
  const news = steps.filter(({ state }) => state === 'new').length;
  process.stdout.write(news === 0 ? 'No migrations to run.\n' : `${news} ${onlyPlan ? 'to run' : 'completed'}.\n`);
}
