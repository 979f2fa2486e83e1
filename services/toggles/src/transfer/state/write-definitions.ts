import { segmentImport, strategyImport } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { storeSegment } from '../../feature/segment/create-segment.ts';
import { Segment } from '../../feature/segment/segment.ts';
import { serializeSegment } from '../../feature/segment/segment.schema.ts';
import { normaliseSegment } from '../../feature/segment/normalise-segment.ts';
import { storeStrategyDefinition } from '../../vocabulary/strategy-definition/create-strategy-definition.ts';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import { entriesToWrite } from './entries-to-write.ts';
import type { State } from './state.schema.ts';
import { serializeStrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.schema.ts';

export async function writeStrategyDefinitions(context: Context, state: State, keep: boolean): Promise<void> {
  const stored = await context.em.find(StrategyDefinition, {});
  const known = new Map(stored.map((definition) => [definition.name, serializeStrategyDefinition(definition)]));
  for (const entry of entriesToWrite('strategies', state.strategies, { keyOf: ({ name }) => name, stored: known, keep })) {
    const definition = storeStrategyDefinition(context, {
      ...entry,
      displayName: entry.displayName || entry.name,
      parameters: entry.parameters ?? [],
    });
    context.publish(strategyImport, { data: serializeStrategyDefinition(definition) });
  }
  await context.em.flush();
}

/** Writes segments. Returns their ids in this instance by their ids in the state. */
export async function writeSegments(context: Context, state: State, keep: boolean): Promise<Map<number, number>> {
  const stored = await context.em.find(Segment, {});
  const ids = new Map(stored.map(({ name, id }) => [name, id]));
  const known = new Map(stored.map((segment) => [segment.name, withoutId(serializeSegment(segment))]));
  const pointers = new Map(state.segments?.map(({ name }, index) => [name, { path: `segments/${index}` }]));
  for (const entry of entriesToWrite('segments', state.segments, { keyOf: ({ name }) => name, stored: known, keep })) {
    const content = await normaliseSegment(context, entry, { pointer: pointers.get(entry.name), stored: entry.constraints });
    const segment = await storeSegment(context, content, entry.description);
    ids.set(segment.name, segment.id);
    context.publish(segmentImport, { data: serializeSegment(segment) });
  }
  return new Map((state.segments ?? []).flatMap(({ id, name }) => (id === undefined ? [] : [[id, ids.get(name) ?? id] as const])));
}

const withoutId = ({ id: _id, ...segment }: ReturnType<typeof serializeSegment>) => segment;
