import type { environmentCreated, environmentImport } from '@signalbox/contracts';
import type { Context, Stated } from '@signalbox/kit';
import { KnownEnvironment } from '../base/projection/known-scope.ts';

export async function onEnvironmentCreated(
  context: Context,
  { data }: Stated<typeof environmentCreated | typeof environmentImport>,
): Promise<void> {
  await context.em.upsert(KnownEnvironment, { name: data.name });
}
