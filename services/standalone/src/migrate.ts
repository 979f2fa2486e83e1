import { parseArgs } from 'node:util';
import { asSettingsProblem } from './base/as-settings-problem.ts';
import { migrationTable, planMigrations, runMigrations } from './base/migrations.ts';
import { surfaces } from './base/services.ts';
import { openOrExit, settingsOrExit } from './base/process.ts';

/** The command `migrate`: runs the migrations of all services, or lists them with `--plan`; `migrate from-unleash` and `migrate from-flagd` import from elsewhere. */
export async function migrate(words: readonly string[]): Promise<void> {
  if (words[0]?.startsWith('from-')) return (await import('@signalbox/migration/main')).runMigration(words);
  // Options are parsed first and strictly: a misspelt option must not migrate.
  const { plan: onlyPlan } = parseArgs({ args: [...words], options: { plan: { type: 'boolean', default: false } } }).values;
  const settings = settingsOrExit(surfaces);
  const steps = await openOrExit(() => asSettingsProblem(onlyPlan ? planMigrations(settings) : runMigrations(settings)));
  for (const line of migrationTable(steps)) process.stdout.write(`${line}\n`);
  const news = steps.filter(({ state }) => state === 'new').length;
  process.stdout.write(news === 0 ? 'No migrations to run.\n' : `${news} ${onlyPlan ? 'to run' : 'completed'}.\n`);
}
