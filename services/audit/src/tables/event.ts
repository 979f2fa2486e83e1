import {
  bigInteger,
  boolean,
  fixedText,
  Projection,
  projectionOf,
  projectionOfAll,
  type Marked,
  tableWith,
  text,
  unboundedText,
  type ValuesOf,
} from '@signalbox/table';

/** Treatment of a column. Each column sets all marks; a missing one does not compile. */
interface EventMarks {
  /** The events API returns it. */
  readonly serialized: boolean;
  /** Text searches cover it. */
  readonly searched: boolean;
  /** The hash of the event covers it (`hashEvent`). */
  readonly hashed: boolean;
  /** Part of the payload, which may be dropped later. The hash of the event covers the hash of the payload. */
  readonly payload: boolean;
}

const shown = { serialized: true, searched: false, hashed: true, payload: false } as const;
const content = { serialized: true, searched: true, hashed: false, payload: true } as const;
const internal = { serialized: false, searched: false, hashed: true, payload: false } as const;
/** The hash of an event covers it where an agent acted, after everything else, so that other events keep their hashes. */
const ofAgent = { ...shown, searched: true, hashed: false } as const;
const chained = { ...internal, hashed: false } as const;

/** Maximum length of a name. Events with longer names are stored as unreadable. */
export const maxNameLength = 255;
const name = () => text(maxNameLength);

/**
 * A row is written once, never deleted, and only changes when its payload is dropped. The query builder writes it, because the ORM puts
 * values into the text of its statements, where SQLite ends at a NUL character.
 */
export const eventTable = tableWith<EventMarks>()('event', 'ChainedEvent', {
  id: bigInteger().key().marked(shown),
  /** Epoch milliseconds. */
  createdAt: bigInteger().marked(shown),
  type: name().marked({ ...shown, searched: true }),
  createdBy: name().marked({ ...shown, searched: true }),
  createdByUserId: bigInteger().nullable().marked(shown),
  project: name().nullable().marked(shown),
  environment: name().nullable().marked(shown),
  featureName: name().nullable().marked(shown),
  /** JSON text; null where the event carries null. */
  data: unboundedText().nullable().marked(content),
  preData: unboundedText().nullable().marked(content),
  tags: unboundedText().marked({ ...shown, searched: true }),
  /** True if the events API shows the event. */
  shown: boolean().marked(internal),
  /**
   * The emitting service, its position there and its revision, if any; null for a message that could not be read. For an imported event,
   * the system that it comes from and its id there.
   */
  source: name().nullable().marked(internal),
  sequence: bigInteger().nullable().marked(internal),
  revision: bigInteger().nullable().marked(internal),
  messageId: fixedText(36).marked(internal),
  /** The request that caused it; null if none did. */
  correlationId: name().nullable().marked(shown),
  /** The agent that acted for the author, by the name it gave itself, and its client; null where none did. */
  agent: name().nullable().marked(ofAgent),
  client: name().nullable().marked(ofAgent),
  /** The message as received, unless the other columns reproduce it. For an imported event, the time and author of the import. */
  raw: unboundedText()
    .nullable()
    .marked({ ...content, serialized: false, searched: false }),
  /** The hash of a dropped payload; null while the payload is stored. */
  payloadHash: fixedText(64).nullable().marked(chained),
  previousHash: fixedText(64).marked(chained),
  hash: fixedText(64).marked(chained),
});

/** An event as the log stores it. Texts are well-formed Unicode. */
export type ChainedEvent = Readonly<ValuesOf<typeof eventTable>>;
type EventWith<Mark extends string> = Pick<ChainedEvent, Marked<typeof eventTable, Mark>>;

export type ListedEvent = EventWith<'serialized'> & Pick<ChainedEvent, 'source' | 'sequence'>;
/** Everything about an event except its payload. */
export type EventHeader = EventWith<'hashed'> & Pick<ChainedEvent, 'agent' | 'client'>;
/** The content of an event, which may be dropped later without breaking the chain. */
export type Payload = EventWith<'payload'>;

export const serializedEvent = projectionOf(eventTable, 'serialized');
/** The columns of an event in the events API; the last two identify imported events. */
export const listedEvent = new Projection(eventTable, [...serializedEvent.names, 'source', 'sequence']);
export const searchedEvent = projectionOf(eventTable, 'searched');
export const hashedEvent = projectionOf(eventTable, 'hashed');
export const payloadOfEvent = projectionOf(eventTable, 'payload');
export const fullEvent = projectionOfAll(eventTable);
export const internalEvent = new Projection(
  eventTable,
  fullEvent.names.filter(
    (each): each is Exclude<keyof ChainedEvent, keyof EventWith<'serialized'>> => !eventTable.columns[each].marks.serialized,
  ),
);
/** An event as both databases return it. */
export type StoredEvent = Parameters<typeof fullEvent.decode>[0];
