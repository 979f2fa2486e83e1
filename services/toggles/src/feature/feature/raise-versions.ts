import type { EntityManager } from '@signalbox/kit';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { tablesOf } from '../../tables/tables.ts';

/** Increments the versions of the features. */
export async function raiseVersions(em: EntityManager, names: ReadonlySet<string>): Promise<void> {
  await eachChunk([...names], (chunk) => updateVersions(em).where('name', 'in', chunk).execute());
}

/** Increments the versions of all features of the projects, including archived ones, in one statement that locks them. */
export async function raiseVersionsOfProjects(em: EntityManager, projects: readonly string[]): Promise<void> {
  if (projects.length === 0) return;
  await updateVersions(em)
    .where('project_id', 'in', [...projects])
    .execute();
}

const updateVersions = (em: EntityManager) =>
  tablesOf(em)
    .updateTable('feature')
    .set((feature) => ({ version: feature('version', '+', 1) }));
