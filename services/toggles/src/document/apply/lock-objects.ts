import { LockMode } from '@mikro-orm/core';
import { chunksOf, type EntityManager } from '@signalbox/kit';
import { perStatement } from '../../base/database/in-chunks.ts';
import { Segment } from '../../feature/segment/segment.ts';
import { ContextField } from '../../vocabulary/context-field/context-field.ts';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import { TagType } from '../../vocabulary/tag/tag-type.ts';
import type { Names } from '../document/current-documents.ts';

/** Locks the named objects that features refer to, in the order of the locking rule. Loads none, so that writers read them again. */
export async function lockObjects(em: EntityManager, names: Names): Promise<void> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true, orderBy: { name: 'asc' } } as const;
  for (const name of inChunks(names.StrategyDefinition)) await em.find(StrategyDefinition, { name }, lock);
  for (const name of inChunks(names.Segment)) await em.find(Segment, { name }, lock);
  for (const name of inChunks(names.ContextField)) await em.find(ContextField, { name }, lock);
  for (const name of inChunks(names.TagType)) await em.find(TagType, { name }, lock);
}

const inChunks = (names: ReadonlySet<string>) => [...chunksOf([...names], perStatement)].map((chunk) => ({ $in: chunk }));
