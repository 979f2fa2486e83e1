import { openOrExit, settingsOrExit } from '@signalbox/host';
import { SettingsProblem } from '@signalbox/kit';
import { UnusableSchema } from '@signalbox/store';
import { migrationTable, planMigrations, runMigrations } from './migrations.ts';
import { surfaces } from './services.ts';

if (import.meta.main) {
  const settings = settingsOrExit(surfaces);
  const onlyPlan = process.argv.includes('--plan');
  const steps = await openOrExit(() => orProblem(onlyPlan ? planMigrations(settings) : runMigrations(settings)));
  for (const line of migrationTable(steps)) process.stdout.write(`${line}\n`);
  const news = steps.filter(({ state }) => state === 'new').length;
  process.stdout.write(news === 0 ? 'Nothing to run.\n' : `${news} ${onlyPlan ? 'to run' : 'have run'}.\n`);
}

/** Which database cannot be used stands in the sentence. */
function orProblem<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof UnusableSchema ? new SettingsProblem(`DATABASE_URL cannot be used: ${error.message}.`) : error;
  });
}
