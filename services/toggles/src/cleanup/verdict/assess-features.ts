import { cleanupQuietDays } from '../../base/setting/limits.ts';
import type { Cleanup } from './cleanup.schema.ts';
import { judgeCleanup } from './judge-cleanup.ts';
import { readFacts, type FactsContext } from './read-facts.ts';

/** The current verdicts on active features of a project, in the order of the names. Executes about fifteen statements. */
export async function assessFeatures(context: FactsContext, project: string, names: readonly string[]): Promise<Cleanup[]> {
  const facts = await readFacts(context, project, names);
  const quietDays = context.settings.get(cleanupQuietDays);
  return names.flatMap((name) => {
    const own = facts.get(name);
    return own ? judgeCleanup(own, context.now(), quietDays) : [];
  });
}
