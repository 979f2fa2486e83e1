import type { EntityManager } from '@signalbox/kit';
import { compositeKey, mergeRows, Projection } from '@signalbox/table';
import { impactBlockTable } from '../../tables/metric.ts';
import { tablesOf } from '../../tables/tables.ts';
import { type FoldedSeries, mergedValue, type Parts } from './fold-impact.ts';
import { blockOf, type Resolution, resolutionNames } from './resolution.ts';

/** Values by part, then by the number of steps since the start of the block. */
type BlockPoints = Record<string, Record<string, number>>;

interface Block {
  readonly series: FoldedSeries;
  readonly step: Resolution;
  readonly start: number;
  readonly points: BlockPoints;
}

/** The parts of a histogram with 20 buckets. */
const maxParts = 22;

/** Adds values to their blocks, whose series the caller has locked. Returns the number of values beyond `maxParts`. */
export async function mergeBlocks(em: EntityManager, series: readonly FoldedSeries[]): Promise<number> {
  if (series.length === 0) return 0;
  const blocks = await readBlocks(em, series);
  let dropped = 0;
  for (const { minutes, ...own } of series)
    for (const [minute, parts] of minutes)
      for (const step of resolutionNames) {
        const { start, index } = blockOf(step, minute);
        const points = blocks.get(compositeKey(own.id, step, start))?.points;
        if (points) dropped += mergeParts(points, { type: own.type, index }, parts);
      }
  const rows = [...blocks.values()].map((block) => {
    return { series_id: block.series.id, step: block.step, start: block.start, points: JSON.stringify(block.points) };
  });
  await mergeRows(em, 'impact_block', { key: ['series_id', 'step', 'start'], merge: { points: 'replace' } }, rows);
  return dropped;
}

function mergeParts(points: BlockPoints, { type, index }: { type: FoldedSeries['type']; index: number }, parts: Parts): number {
  let dropped = 0;
  for (const [part, value] of parts) {
    const values = points[part] ?? (Object.keys(points).length < maxParts ? (points[part] = {}) : null);
    if (values) values[index] = mergedValue(type, values[index], value);
    else dropped += 1;
  }
  return dropped;
}

/** The blocks that the values belong to, with their stored points. */
async function readBlocks(em: EntityManager, series: readonly FoldedSeries[]): Promise<ReadonlyMap<string, Block>> {
  const blocks = new Map<string, Block>();
  for (const one of series)
    for (const minute of one.minutes.keys())
      for (const step of resolutionNames) {
        const { start } = blockOf(step, minute);
        blocks.set(compositeKey(one.id, step, start), { series: one, step, start, points: {} });
      }
  const query = tablesOf(em)
    .selectFrom('impact_block')
    .where(
      'series_id',
      'in',
      series.map(({ id }) => id),
    )
    .where('step', 'in', [...resolutionNames])
    .where('start', 'in', [...new Set([...blocks.values()].map(({ start }) => start))]);
  for (const { seriesId, step, start, points } of await storedBlock.read(query))
    Object.assign(blocks.get(compositeKey(seriesId, step, start))?.points ?? {}, points);
  return blocks;
}

const storedBlock = new Projection(impactBlockTable, ['seriesId', 'step', 'start', 'points']);
