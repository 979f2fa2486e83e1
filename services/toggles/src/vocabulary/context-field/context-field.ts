import { defineEntity, LockMode, p } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import { type EntityManager, Instant, JsonText } from '@signalbox/kit';
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

/** 404 for a field that does not exist. Names are compared byte by byte, because a database may pass over a trailing blank. */
export async function findContextField(em: EntityManager, name: string): Promise<ContextField> {
  return existing(await em.findOne(ContextField, { name }), name);
}

/** As `findContextField`, for a change: the row is locked. */
export async function lockContextField(em: EntityManager, name: string): Promise<ContextField> {
  return existing(await em.findOne(ContextField, { name }, { lockMode: LockMode.PESSIMISTIC_WRITE }), name);
}

function existing(field: ContextField | null, name: string): ContextField {
  if (field?.name === name) return field;
  throw new Failure('NotFoundError', `There is no context field ${name}.`);
}

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
