import { Type, type TSchema } from 'typebox';
import type { EventDefinition, RaisedEvent } from '../event.ts';
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

/** Version 1 of an event of `service`. Absent `data` or `preData` means that it is always null. */
export function defineEvent<Data extends TSchema = Nothing, PreData extends TSchema = Nothing>(
  service: string,
  type: string,
  content: Content<Data, PreData>,
): RaisedEvent<Data, PreData> {
  return { ...describe(service, type, content), raised: true };
}

/** An event that nobody states yet. Whoever comes to state it defines it with `defineEvent`, and freezes it with a sample. */
export function planEvent<Data extends TSchema = Nothing, PreData extends TSchema = Nothing>(
  service: string,
  type: string,
  content: Content<Data, PreData>,
): EventDefinition<Data, PreData> {
  return { ...describe(service, type, content), raised: false };
}

function describe<Data extends TSchema, PreData extends TSchema>(
  service: string,
  type: string,
  content: Content<Data, PreData>,
): Omit<EventDefinition<Data, PreData>, 'raised'> {
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
