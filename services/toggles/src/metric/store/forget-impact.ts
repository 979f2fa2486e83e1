import { hourMs, job, type OpenContext } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { type Resolution, resolutionNames, resolutions } from './resolution.ts';

const blocksPerUnit = 1000;

export const forgetImpactJob = job({
  name: 'forget-impact',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => forgetImpact(context),
});

/** Deletes old blocks, and then the series without any. */
async function forgetImpact(context: OpenContext): Promise<void> {
  for (const step of resolutionNames) await forgetBlocks(context, step);
  const before = context.now().getTime() - resolutions.hour.storedMs - resolutions.hour.blockMs;
  await context.write(({ em }) => tablesOf(em).deleteFrom('impact_series').where('seen_at', '<', before).execute());
}

/** Deletes a number of blocks at a time, from one end of the index. */
async function forgetBlocks(context: OpenContext, step: Resolution): Promise<void> {
  const { storedMs, blockMs } = resolutions[step];
  for (;;) {
    const old = await tablesOf(context.em)
      .selectFrom('impact_block')
      .where('step', '=', step)
      .where('start', '<', context.now().getTime() - storedMs - blockMs)
      .orderBy('start')
      .limit(blocksPerUnit)
      .select(['series_id', 'start'])
      .execute();
    for (const [start, blocks] of Map.groupBy(old, (block) => block.start)) {
      const ids = blocks.map(({ series_id }) => series_id);
      await context.write(({ em }) =>
        tablesOf(em).deleteFrom('impact_block').where('series_id', 'in', ids).where('step', '=', step).where('start', '=', start).execute(),
      );
    }
    if (old.length < blocksPerUnit) return;
  }
}
