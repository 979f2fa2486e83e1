import { defineEntity, p } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import { type EntityManager, Instant, JsonText } from '@signalbox/kit';
import { findExisting, lockExisting } from '../../base/database/find-existing.ts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';

export const contextFieldEntity = defineEntity({
  name: 'ContextField',
  tableName: 'context_field',
  properties: {
    name: p.string().primary(),
    description: p.string().nullable(),
    sortOrder: p.integer().fieldName('sort_order'),
    stickiness: p.boolean(),
    legalValues: p.type(JsonText).$type<LegalValue[]>().fieldName('legal_values'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

export interface LegalValue {
  readonly value: string;
  readonly description?: string;
}

/** A name that constraints may ask for, with the values that it may have (none: any). */
export class ContextField extends contextFieldEntity.class {}
contextFieldEntity.setClass(ContextField);

const contextField = (name: string) => ({ entity: ContextField, where: { name }, called: `context field ${name}` });
export const findContextField = (em: EntityManager, name: string): Promise<ContextField> => findExisting(em, contextField(name));
export const lockContextField = (em: EntityManager, name: string): Promise<ContextField> => lockExisting(em, contextField(name));

export async function refuseTakenContextField(em: EntityManager, name: string): Promise<void> {
  if (await em.findOne(ContextField, { name })) {
    throw new Failure('NameExistsError', `A context field with the name ${name} exists already.`);
  }
}

export function refuseRepeatedValues(legalValues: readonly LegalValue[], pointer: Pointer = { path: '' }): void {
  const values = legalValues.map(({ value }) => value);
  const index = values.findIndex((value, at) => values.indexOf(value) !== at);
  if (index >= 0)
    throw badValue(under(pointer, 'legalValues', index, 'value'), `must be unique in its list; ${values[index]} occurs twice`);
}
