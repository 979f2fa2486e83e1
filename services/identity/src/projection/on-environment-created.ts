import type { environmentCreated, environmentImport } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { Told } from './follow-toggles.ts';
import { KnownEnvironment } from './known-place.ts';

export async function onEnvironmentCreated(
  context: Context,
  { data }: Told<typeof environmentCreated | typeof environmentImport>,
): Promise<void> {
  await context.em.upsert(KnownEnvironment, { name: data.name });
}
