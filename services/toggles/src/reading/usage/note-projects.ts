import { compareTexts, type EntityManager } from '@signalbox/kit';
import { mergeRows, compositeKey } from '@signalbox/table';

/** Assigns an application to a project in an environment: it counted one of its features, or its token names the project. */
export interface ApplicationProject {
  readonly appName: string;
  readonly environment: string;
  readonly project: string;
  /** Time of the count or registration. */
  readonly at: number;
}

export async function noteProjects(em: EntityManager, noted: readonly ApplicationProject[]): Promise<void> {
  const rows = new Map<string, { app_name: string; environment: string; project_id: string; seen_at: number }>();
  for (const { appName, environment, project, at } of noted) {
    const key = compositeKey(appName, environment, project);
    const seenAt = Math.max(rows.get(key)?.seen_at ?? 0, at);
    rows.set(key, { app_name: appName, environment, project_id: project, seen_at: seenAt });
  }
  const sorted = [...rows].toSorted(([left], [right]) => compareTexts(left, right)).map(([, row]) => row);
  await mergeRows(em, 'application_project', { key: ['app_name', 'environment', 'project_id'], merge: { seen_at: 'max' } }, sorted);
}
