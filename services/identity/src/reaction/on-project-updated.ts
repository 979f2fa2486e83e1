import type { projectUpdated } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { KnownProject } from '../tables/projection.ts';

export async function onProjectUpdated(context: Context, { data }: ReceivedEvent<typeof projectUpdated>): Promise<void> {
  const known = await context.em.findOne(KnownProject, { id: data.id });
  if (known?.mode === data.mode) return;
  await context.em.upsert(KnownProject, { id: data.id, mode: data.mode, deleted: false });
}
