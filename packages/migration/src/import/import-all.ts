import type { PlannedImport } from '../plan/plan-import.ts';
import type { Source } from '../source/source.ts';
import { importAccounts } from './import-accounts.ts';
import { importAddons } from './import-addons.ts';
import { importEvents } from './import-events.ts';
import { importState } from './import-state.ts';
import { importTokens } from './import-tokens.ts';
import { importUsage } from './import-usage.ts';
import type { Target } from './target.ts';

/** Creates everything that is missing in the target. A repetition continues an import that was interrupted. */
export async function importAll(target: Target, source: Source, { snapshot }: PlannedImport): Promise<void> {
  await importState(target, snapshot);
  const userIds = await importAccounts(target, snapshot.accounts);
  await importTokens(target, snapshot.tokens);
  await importAddons(target, snapshot.addons);
  await importEvents(target, source, snapshot, userIds);
  await importUsage(target, source, snapshot);
}
