import { Type, type TSchema } from 'typebox';
import type { EventDefinition } from '../event.ts';
import { eventKinds } from './event-kinds.ts';

const nothing = Type.Null();
type Nothing = typeof nothing;

interface Content<Data extends TSchema, PreData extends TSchema> {
  readonly when: string;
  readonly scope?: EventDefinition['scope'];
  readonly touches?: EventDefinition['touches'];
  readonly data?: Data;
  readonly preData?: PreData;
}

/** Defines version 1 of an event of `service`, which a stored sample freezes. Without `data` or `preData`, that property is always null. */
export function defineEvent<Kind extends string, Data extends TSchema = Nothing, PreData extends TSchema = Nothing>(
  service: string,
  type: Kind,
  content: Content<Data, PreData>,
): EventDefinition<Data, PreData, Kind> {
  return {
    type,
    version: 1,
    service,
    when: content.when,
    scope: content.scope ?? [],
    touches: content.touches ?? 'nothing',
    data: content.data ?? (nothing as unknown as Data),
    preData: content.preData ?? (nothing as unknown as PreData),
    specified: eventKinds.includes(type),
  };
}
