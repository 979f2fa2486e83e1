import { Failure } from '@signalbox/contracts';
import { type EntityManager } from '@signalbox/kit';
import { findExisting, lockExisting } from '../../base/database/find-existing.ts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { indexOfRepeated } from '../../base/input/index-of-repeated.ts';
import { contextFieldTable, type LegalValue } from '../../tables/vocabulary.ts';

/** A context field for constraints, with its legal values (empty: any value). */
export class ContextField extends contextFieldTable.entity.class {}
contextFieldTable.entity.setClass(ContextField);

const contextField = (name: string) => ({ entity: ContextField, where: { name }, called: `context field ${name}` });
export const findContextField = (em: EntityManager, name: string): Promise<ContextField> => findExisting(em, contextField(name));
export const lockContextField = (em: EntityManager, name: string): Promise<ContextField> => lockExisting(em, contextField(name));

export async function refuseTakenContextField(em: EntityManager, name: string): Promise<void> {
  if (await em.findOne(ContextField, { name })) {
    throw new Failure('NameExistsError', `A context field named ${name} already exists.`);
  }
}

export function refuseRepeatedValues(legalValues: readonly LegalValue[], pointer: Pointer = { path: '' }): void {
  const index = indexOfRepeated(legalValues.map(({ value }) => value));
  if (index >= 0)
    throw badValue(under(pointer, 'legalValues', index, 'value'), `must be unique; ${legalValues[index]?.value} occurs twice`);
}
