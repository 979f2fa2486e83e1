import { Completion, DateTime } from '@signalbox/contracts';
import { type RawBuilder, sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { instantOf, type Tables } from '../../tables/tables.ts';
import type { Feature } from './feature.ts';

/** The stages of a feature's lifecycle, in order. */
export const stages = ['initial', 'pre-live', 'live', 'completed', 'archived'] as const;
export type Stage = (typeof stages)[number];

/** A stage that a feature has entered. A completed one contains the status and the variant that stays. */
export const EnteredStage = Type.Object({
  stage: Type.Enum([...stages]),
  enteredStageAt: DateTime,
  status: Type.Optional(Completion.properties.status),
  statusValue: Type.Optional(Completion.properties.statusValue),
});
export type EnteredStage = Static<typeof EnteredStage>;

type StageRow = Pick<
  Tables['feature'],
  'created_at' | 'revived_at' | 'pre_live_at' | 'live_at' | 'completed_at' | 'completed_status' | 'completed_status_value' | 'archived_at'
>;

/**
 * The stages that a feature has gone through since it was created or last revived, the current one last. A feature starts as
 * initial, becomes pre-live when an application evaluates it outside of production and live when one does in production. Users
 * complete and archive it. Stages are derived from timestamps instead of stored, so that lists, searches and averages agree.
 */
export function stagesOf(row: StageRow): EnteredStage[] {
  const entered = (stage: Stage, at: number | null) => (at === null ? [] : [{ stage, enteredStageAt: instantOf(at) }]);
  return [
    ...entered('initial', row.revived_at ?? row.created_at),
    ...entered('pre-live', row.pre_live_at),
    ...entered('live', row.live_at),
    ...entered('completed', row.completed_at).map((stage) => ({ ...stage, ...completionOf(row) })),
    ...entered('archived', row.archived_at),
  ];
}

const completionOf = ({ completed_status, completed_status_value }: StageRow): Partial<Completion> =>
  completed_status === null ? {} : { status: completed_status, statusValue: completed_status_value };

export function currentStageOf(row: StageRow): EnteredStage {
  const current = stagesOf(row).at(-1);
  if (!current) throw new Error('a feature has no stage');
  return current;
}

const msOf = (date: Date | null | undefined): number | null => date?.getTime() ?? null;

/** The timestamps of a feature's lifecycle. */
type Staged = Pick<
  Feature,
  'createdAt' | 'revivedAt' | 'preLiveAt' | 'liveAt' | 'completedAt' | 'completedStatus' | 'completedStatusValue' | 'archivedAt'
>;

/** The input of `stagesOf` for a loaded feature. */
export const stageRowOf = (feature: Staged): StageRow => ({
  created_at: feature.createdAt.getTime(),
  revived_at: msOf(feature.revivedAt),
  pre_live_at: msOf(feature.preLiveAt),
  live_at: msOf(feature.liveAt),
  completed_at: msOf(feature.completedAt),
  completed_status: feature.completedStatus ?? null,
  completed_status_value: feature.completedStatusValue ?? null,
  archived_at: msOf(feature.archivedAt),
});

const isActive = sql<boolean>`feature.archived_at is null`;
const isUncompleted = sql<boolean>`${isActive} and feature.completed_at is null`;

/** SQL conditions for each stage. Exactly one is true for a feature. */
export const stageTests: Readonly<Record<Stage, RawBuilder<boolean>>> = {
  initial: sql`(${isUncompleted} and feature.live_at is null and feature.pre_live_at is null)`,
  'pre-live': sql`(${isUncompleted} and feature.live_at is null and feature.pre_live_at is not null)`,
  live: sql`(${isUncompleted} and feature.live_at is not null)`,
  completed: sql`(${isActive} and feature.completed_at is not null)`,
  archived: sql`(feature.archived_at is not null)`,
};
