import { type environmentDeleted, resourcePurged } from '@signalbox/contracts';
import type { Context, Stated } from '@signalbox/kit';
import { revokeTokensOfEnvironment } from '../credential/token/remove-scope.ts';
import { KnownEnvironment } from '../base/projection/known-scope.ts';

/** An environment of the same name may come again: the tokens of the old one must not open it. */
export async function onEnvironmentDeleted(context: Context, { preData }: Stated<typeof environmentDeleted>): Promise<void> {
  await context.em.nativeDelete(KnownEnvironment, { name: preData.name });
  await revokeTokensOfEnvironment(context, preData.name);
  context.publish(resourcePurged, { data: { kind: 'environment', id: preData.name } });
}
