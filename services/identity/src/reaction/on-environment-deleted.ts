import { type environmentDeleted, resourcePurged } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { removeEnvironmentFromRoles } from '../access/role/rights-of-environment.ts';
import { revokeTokensOfEnvironment } from '../credential/token/remove-scope.ts';
import { KnownEnvironment } from '../tables/projection.ts';

/** Another environment may get the same name: it must not inherit permissions of roles or tokens. */
export async function onEnvironmentDeleted(context: Context, { preData }: ReceivedEvent<typeof environmentDeleted>): Promise<void> {
  await context.em.nativeDelete(KnownEnvironment, { name: preData.name });
  await removeEnvironmentFromRoles(context, preData.name);
  await revokeTokensOfEnvironment(context, preData.name);
  context.publish(resourcePurged, { data: { kind: 'environment', id: preData.name } });
}
