import { nullable } from '@signalbox/contracts';
import { dayMs, type EntityManager } from '@signalbox/kit';
import { type RawBuilder, sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { stageTests } from '../../feature/feature/stage.ts';
import { windowMs } from './stats.ts';

/** The features of one stage. */
export const StageFigures = Type.Object({
  /** Average duration of the stage for features that have left it, rounded to a tenth; null if none has. */
  averageDays: nullable(Type.Number()),
  currentFlags: Type.Integer(),
});

/** The features of a project by stage. */
export const StageSummary = Type.Object({
  initial: StageFigures,
  preLive: StageFigures,
  live: StageFigures,
  completed: StageFigures,
  archived: Type.Object({ currentFlags: Type.Integer(), last30Days: Type.Integer() }),
});

const initialAt = sql`coalesce(feature.revived_at, feature.created_at)`;
const preLiveAt = sql`feature.pre_live_at`;
const liveAt = sql`feature.live_at`;
const completedAt = sql`feature.completed_at`;
const archivedAt = sql`feature.archived_at`;

/** Average over features that have left the stage. `coalesce` finds the first later stage. */
const meanMs = (entered: RawBuilder<unknown>, next: readonly RawBuilder<unknown>[]): RawBuilder<number | null> =>
  sql`avg(coalesce(${sql.join([...next, sql`null`])}) - ${entered})`;

/** Executes one statement. */
export async function readStageSummary(em: EntityManager, project: string, now: Date): Promise<Static<typeof StageSummary>> {
  const row = await tablesOf(em)
    .selectFrom('feature')
    .where('project_id', '=', project)
    .select(({ fn }) => [
      fn.sum<number | null>(stageTests.initial).as('initial'),
      meanMs(initialAt, [preLiveAt, liveAt, completedAt, archivedAt]).as('initialMs'),
      fn.sum<number | null>(stageTests['pre-live']).as('preLive'),
      meanMs(preLiveAt, [liveAt, completedAt, archivedAt]).as('preLiveMs'),
      fn.sum<number | null>(stageTests.live).as('live'),
      meanMs(liveAt, [completedAt, archivedAt]).as('liveMs'),
      fn.sum<number | null>(stageTests.completed).as('completed'),
      meanMs(completedAt, [archivedAt]).as('completedMs'),
      fn.sum<number | null>(stageTests.archived).as('archived'),
      fn.sum<number | null>(sql<boolean>`coalesce(feature.archived_at, 0) >= ${now.getTime() - windowMs}`).as('archivedLately'),
    ])
    .executeTakeFirstOrThrow();
  return {
    initial: { averageDays: daysOf(row.initialMs), currentFlags: Number(row.initial) },
    preLive: { averageDays: daysOf(row.preLiveMs), currentFlags: Number(row.preLive) },
    live: { averageDays: daysOf(row.liveMs), currentFlags: Number(row.live) },
    completed: { averageDays: daysOf(row.completedMs), currentFlags: Number(row.completed) },
    archived: { currentFlags: Number(row.archived), last30Days: Number(row.archivedLately) },
  };
}

const daysOf = (ms: number | null): number | null => (ms === null ? null : Math.round((Number(ms) / dayMs) * 10) / 10);
