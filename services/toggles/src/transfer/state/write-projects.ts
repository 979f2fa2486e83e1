import { projectImport } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { refuseTombstoned } from '../../base/tombstone/tombstone.ts';
import { Environment } from '../../project/environment/environment.ts';
import { storeProject } from '../../project/project/create-project.ts';
import { Project } from '../../project/project/project.ts';
import { serializeProject } from '../../project/project/project.schema.ts';
import { entriesToWrite } from './entries-to-write.ts';
import type { State } from './state.schema.ts';

/** Projects use the environments that they name, else those of the state, or all enabled ones if it has none. */
export async function writeProjects(context: Context, state: State, keep: boolean): Promise<void> {
  const stored = await context.em.find(Project, {});
  const known = new Map(stored.map((project) => [project.id, serializeProject(project)]));
  const entries = entriesToWrite('projects', state.projects, { keyOf: ({ id }) => id, stored: known, keep });
  await refuseTombstoned(
    context,
    'project',
    entries.map(({ id }) => id),
  );
  const environments = await context.em.find(Environment, {}, { orderBy: { sortOrder: 'asc', name: 'asc' } });
  refuseUnknownEnvironments(state, new Set(environments.map(({ name }) => name)));
  const defaultEnvironments = (state.environments ?? environments.filter(({ enabled }) => enabled)).map(({ name }) => name);
  for (const entry of entries) {
    const project = await storeProject(context, entry, [...new Set(entry.environments ?? defaultEnvironments)]);
    context.publish(projectImport, { data: serializeProject(project) });
  }
  await context.em.flush();
}

function refuseUnknownEnvironments({ projects = [] }: State, known: ReadonlySet<string>): void {
  for (const [index, { environments = [] }] of projects.entries()) {
    const wrong = environments.find((name) => !known.has(name));
    if (wrong !== undefined) throw badValue(`projects/${index}/environments`, `must be existing environments; got ${wrong}`);
  }
}
