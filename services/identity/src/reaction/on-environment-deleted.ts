import { type environmentDeleted, resourcePurged } from '@signalbox/contracts';
import type { Context, Stated } from '@signalbox/kit';
import { closeEnvironment } from '../token/close-place.ts';
import { KnownEnvironment } from '../projection/known-place.ts';

/** An environment of the same name may come again: the tokens of the old one must not open it. */
export async function onEnvironmentDeleted(context: Context, { preData }: Stated<typeof environmentDeleted>): Promise<void> {
  await context.em.nativeDelete(KnownEnvironment, { name: preData.name });
  await closeEnvironment(context, preData.name);
  context.publish(resourcePurged, { data: { kind: 'environment', id: preData.name } });
}
