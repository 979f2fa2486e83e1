import type { Context } from '@signalbox/kit';
import { Feature } from '../../feature/feature/feature.ts';
import { writeInChunks } from '../../base/database/in-chunks.ts';
import type { State } from './state.schema.ts';

/** The project of each existing feature that settings and strategies of the state refer to. */
export async function projectsOfFeatures(context: Context, state: State): Promise<Map<string, string>> {
  const { featureEnvironments = [], featureStrategies = [] } = state;
  const projects = new Map<string, string>();
  const names = new Set([...featureEnvironments, ...featureStrategies].map(({ featureName }) => featureName));
  await writeInChunks(context, [...names], async (chunk) => {
    const features = await context.em.find(Feature, { name: { $in: chunk } });
    for (const { name, project } of features) projects.set(name, project);
  });
  return projects;
}
