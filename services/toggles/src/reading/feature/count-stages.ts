import { type ReadContext, route } from '@signalbox/kit';
import { isAnyOf } from '@signalbox/table';
import { Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { stageTests } from '../../feature/feature/stage.ts';

const StageCounts = Type.Object({
  initial: Type.Integer(),
  preLive: Type.Integer(),
  live: Type.Integer(),
  completed: Type.Integer(),
  archived: Type.Integer(),
});

export const countStagesRoute = route(
  {
    method: 'get',
    path: '/api/admin/lifecycle/count',
    summary: 'Count the features in each stage, across all projects visible to the caller',
    permission: 'authenticated',
    answers: { 200: StageCounts },
    failures: [],
  },
  (_input, context) => countStages(context),
);

async function countStages({ em, access, actor }: Pick<ReadContext, 'em' | 'access' | 'actor'>) {
  const counts = await tablesOf(em)
    .selectFrom('feature')
    .where((feature) => isAnyOf(feature.ref('project_id'), access.visibleTo(actor)))
    .select(({ fn }) => [
      fn.sum<number | null>(stageTests.initial).as('initial'),
      fn.sum<number | null>(stageTests['pre-live']).as('preLive'),
      fn.sum<number | null>(stageTests.live).as('live'),
      fn.sum<number | null>(stageTests.completed).as('completed'),
      fn.sum<number | null>(stageTests.archived).as('archived'),
    ])
    .executeTakeFirstOrThrow();
  return {
    initial: Number(counts.initial),
    preLive: Number(counts.preLive),
    live: Number(counts.live),
    completed: Number(counts.completed),
    archived: Number(counts.archived),
  };
}
