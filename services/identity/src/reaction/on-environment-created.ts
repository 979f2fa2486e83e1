import type { environmentCreated, environmentImport } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { copyRights } from '../access/role/rights-of-environment.ts';
import { KnownEnvironment } from '../tables/projection.ts';

export async function onEnvironmentCreated(
  context: Context,
  { data }: ReceivedEvent<typeof environmentCreated | typeof environmentImport>,
): Promise<void> {
  await context.em.upsert(KnownEnvironment, { name: data.name });
  if ('permissionsFrom' in data && data.permissionsFrom) await copyRights(context, { from: data.permissionsFrom, to: data.name });
}
