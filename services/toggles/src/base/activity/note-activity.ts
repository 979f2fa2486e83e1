import type { EventBody } from '@signalbox/contracts';
import { beginningOf, compareTexts, dayMs, type DraftEvent, type EntityManager } from '@signalbox/kit';
import { compositeKey, mergeRows } from '@signalbox/table';
import { tablesOf } from '../../tables/tables.ts';

const instantOf = ({ createdAt }: Pick<EventBody, 'createdAt'>) => Date.parse(createdAt);

/**
 * Records activity for health reports in the unit of work that emits the events: events per project and day (UTC), and the
 * first time each feature was switched on in production.
 */
export async function noteActivity(em: EntityManager, events: readonly DraftEvent[]): Promise<void> {
  await countEvents(
    em,
    events.map(({ body }) => body),
  );
  await noteFirstProduction(em, events);
  await forget(em, events);
}

/** Counts events of any service by project and day. */
export async function countEvents(em: EntityManager, events: readonly Pick<EventBody, 'project' | 'createdAt'>[]): Promise<void> {
  const rows = new Map<string, { project_id: string; day: number; events: number; last_at: number }>();
  for (const event of events) {
    if (event.project === null) continue;
    const at = instantOf(event);
    const day = beginningOf(dayMs, at);
    const key = compositeKey(event.project, day);
    const { events: counted = 0, last_at = 0 } = rows.get(key) ?? {};
    rows.set(key, { project_id: event.project, day, events: counted + 1, last_at: Math.max(last_at, at) });
  }
  const sorted = [...rows].toSorted(([left], [right]) => compareTexts(left, right)).map(([, row]) => row);
  await mergeRows(em, 'project_activity', { key: ['project_id', 'day'], merge: { events: 'add', last_at: 'max' } }, sorted);
}

async function noteFirstProduction(em: EntityManager, events: readonly DraftEvent[]): Promise<void> {
  const enabled = events.filter(({ body }) => body.type === 'feature-environment-enabled');
  if (enabled.length === 0) return;
  const tables = tablesOf(em);
  const environments = await tables.selectFrom('environment').where('type', '=', 'production').select('name').execute();
  const live = new Set(environments.map(({ name }) => name));
  const switched = new Map(
    enabled.filter(({ body }) => live.has(body.environment ?? '')).map((event) => [event.body.featureName ?? '', instantOf(event.body)]),
  );
  if (switched.size === 0) return;
  const features = await tables
    .selectFrom('feature')
    .where('name', 'in', [...switched.keys()].toSorted())
    .orderBy('name')
    .select(['name', 'created_at'])
    .execute();
  const rows = features
    .map(({ name, created_at }) => ({ feature_name: name, at: switched.get(name) ?? 0, created: Number(created_at) }))
    .filter(({ at, created }) => at > created)
    .map(({ feature_name, at }) => ({ feature_name, at }));
  await mergeRows(em, 'first_production', { key: ['feature_name'], merge: {} }, rows);
}

/** Deletes the records of deleted features and projects, so that a reused name starts empty. */
async function forget(em: EntityManager, events: readonly DraftEvent[]): Promise<void> {
  const features = events.flatMap(({ body }) => (body.type === 'feature-deleted' && body.featureName ? [body.featureName] : []));
  const projects = events.flatMap(({ body }) => (body.type === 'project-deleted' && body.project ? [body.project] : []));
  const tables = tablesOf(em);
  for (const table of ['first_production', 'usage_hour', 'variant_usage_hour', 'usage_day', 'variant_usage_day'] as const) {
    if (events.some(({ body }) => body.type === 'drop-features')) await tables.deleteFrom(table).execute();
    if (features.length > 0) await tables.deleteFrom(table).where('feature_name', 'in', features).execute();
  }
  if (projects.length > 0) await forgetActivity(em, projects);
}

/** Deletes the event counts of deleted projects. */
export async function forgetActivity(em: EntityManager, projects: readonly string[]): Promise<void> {
  await tablesOf(em)
    .deleteFrom('project_activity')
    .where('project_id', 'in', [...projects])
    .execute();
}
