import type { projectImport } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { KnownProject } from '../tables/projection.ts';

/** A state import does not contain grants; existing ones stay. */
export async function onProjectImported(
  context: Context,
  { data: { id, mode = 'open' } }: ReceivedEvent<typeof projectImport>,
): Promise<void> {
  await context.em.upsert(KnownProject, { id, mode, deleted: false });
}
