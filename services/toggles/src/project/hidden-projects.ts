import type { ReadContext } from '@signalbox/kit';

/** The ids of the projects that the actor may not know of. */
export async function readHiddenProjects({ em, actor, access }: Pick<ReadContext, 'em' | 'actor' | 'access'>): Promise<string[]> {
  const projects = await em.getKysely<{ project: { id: string } }>({ type: 'read' }).selectFrom('project').select('id').execute();
  return projects.map(({ id }) => id).filter((id) => !access.sees(actor, id));
}
