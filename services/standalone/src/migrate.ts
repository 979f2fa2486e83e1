import { openOrExit, settingsOrExit } from '@signalbox/host';
import { asSettingsProblem } from './as-settings-problem.ts';
import { migrationTable, planMigrations, runMigrations } from './migrations.ts';
import { surfaces } from './services.ts';

if (import.meta.main) {
  const settings = settingsOrExit(surfaces);
  const onlyPlan = process.argv.includes('--plan');
  const steps = await openOrExit(() => asSettingsProblem(onlyPlan ? planMigrations(settings) : runMigrations(settings)));
  for (const line of migrationTable(steps)) process.stdout.write(`${line}\n`);
  const news = steps.filter(({ state }) => state === 'new').length;
  process.stdout.write(news === 0 ? 'Nothing to run.\n' : `${news} ${onlyPlan ? 'to run' : 'have run'}.\n`);
}
