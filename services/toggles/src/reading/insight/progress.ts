import type { EntityManager } from '@signalbox/kit';
import { instantOrNull, tablesOf } from '../../tables/tables.ts';
import type { OnboardingStatus } from './onboarding.schema.ts';

/** Progress of a project, from its features, their usage and their events. */
export interface Progress {
  /** The name of the first active feature. */
  readonly firstFeature: string | null;
  /** When an application last evaluated a feature, including archived ones. */
  readonly lastUsedAt: string | null;
  readonly lastChangedAt: string | null;
}

const atFirst: Progress = { firstFeature: null, lastUsedAt: null, lastChangedAt: null };

/** A project that was in use once stays onboarded. */
export function onboardingOf({ firstFeature, lastUsedAt }: Progress): OnboardingStatus {
  if (lastUsedAt !== null) return { status: 'onboarded' };
  return firstFeature === null ? { status: 'onboarding-started' } : { status: 'first-flag-created', feature: firstFeature };
}

/** Progress by project, of one or of all, in one statement. */
export async function readProgress(em: EntityManager, only?: string): Promise<(project: string) => Progress> {
  const projects = tablesOf(em).selectFrom('project');
  const rows = await (only === undefined ? projects : projects.where('project.id', '=', only))
    .select((project) => [
      'project.id',
      project
        .selectFrom('feature')
        .whereRef('feature.project_id', '=', 'project.id')
        .where('feature.archived_at', 'is', null)
        .orderBy('feature.created_at')
        .orderBy('feature.name')
        .limit(1)
        .select('feature.name')
        .as('first_feature'),
      project
        .selectFrom('feature_environment')
        .innerJoin('feature', 'feature.name', 'feature_environment.feature_name')
        .whereRef('feature.project_id', '=', 'project.id')
        .select(({ fn }) => fn.max('feature_environment.last_seen_at').as('at'))
        .as('used_at'),
      project
        .selectFrom('project_activity')
        .whereRef('project_activity.project_id', '=', 'project.id')
        .select(({ fn }) => fn.max('project_activity.last_at').as('at'))
        .as('changed_at'),
    ])
    .execute();
  const progress = new Map(
    rows.map(({ id, first_feature, used_at, changed_at }) => [
      id,
      { firstFeature: first_feature, lastUsedAt: instantOrNull(used_at), lastChangedAt: instantOrNull(changed_at) },
    ]),
  );
  return (project) => progress.get(project) ?? atFirst;
}
