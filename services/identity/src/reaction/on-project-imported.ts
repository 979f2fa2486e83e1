import type { projectImport } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { KnownProject } from '../base/projection/known-scope.ts';

/** Who holds what in it is not part of a state import: a project that was there before keeps its grants. */
export async function onProjectImported(
  context: Context,
  { data: { id, mode = 'open' } }: ReceivedEvent<typeof projectImport>,
): Promise<void> {
  await context.em.upsert(KnownProject, { id, mode, deleted: false });
}
