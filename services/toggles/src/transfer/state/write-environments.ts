import { environmentImport } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { refuseTombstoned } from '../../base/tombstone/tombstone.ts';
import { storeEnvironment } from '../../project/environment/create-environment.ts';
import { Environment } from '../../project/environment/environment.ts';
import { serializeEnvironment } from '../../project/environment/environment.schema.ts';
import { entriesToWrite } from './entries-to-write.ts';
import type { State } from './state.schema.ts';

export async function writeEnvironments(context: Context, state: State, keep: boolean): Promise<void> {
  const stored = await context.em.find(Environment, {});
  const known = new Map(stored.map((environment) => [environment.name, serializeEnvironment(environment)]));
  const entries = entriesToWrite('environments', state.environments, { keyOf: ({ name }) => name, stored: known, keep });
  await refuseTombstoned(
    context,
    'environment',
    entries.map(({ name }) => name),
  );
  for (const entry of entries) {
    const environment = await storeEnvironment(context, entry);
    await context.em.flush(); // The next one is sorted after this one.
    context.publish(environmentImport, { data: serializeEnvironment(environment) });
  }
}
