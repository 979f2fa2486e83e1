import type { Snapshot } from '../source/snapshot.ts';
import type { Source, SourceEvent } from '../source/source.ts';
import { about, type Target } from './target.ts';

const path = '/api/admin/migration/events';
/** Requests stay small, although single events may contain whole exports. */
const maxCharacters = 500_000;
const maxNameLength = 255;

/** Appends events after the last imported one, in their original order. */
export async function importEvents(
  { api, report }: Target,
  source: Source,
  { instanceId }: Snapshot,
  userIds: ReadonlyMap<number, number>,
): Promise<void> {
  const name = `unleash${instanceId === null ? '' : `:${instanceId.toLowerCase()}`}`;
  const { last } = await api.post<{ last: number }>(path, { source: name, events: [] });
  const pages = source.events(last);
  if (!pages) return;
  let imported = 0;
  for await (const page of pages) {
    for (const events of partsOf(page.map((event) => bodyOf(event, userIds))))
      await about(`The events from ${events[0]?.id ?? 0}`, api.post(path, { source: name, events }));
    imported += page.length;
    if (imported % 10_000 === 0) report(`${imported} events so far`);
  }
  report(`${imported} events`);
}

type Body = ReturnType<typeof bodyOf>;

function bodyOf({ createdByUserId, data, preData, createdBy, ...event }: SourceEvent, userIds: ReadonlyMap<number, number>) {
  const body = {
    ...event,
    createdBy: createdBy.slice(0, maxNameLength),
    createdByUserId: createdByUserId === null ? null : (userIds.get(createdByUserId) ?? null),
    data: contentOf(data),
    preData: contentOf(preData),
  };
  return JSON.stringify(body).length > maxCharacters ? { ...body, data: { omitted: 'too large' }, preData: null } : body;
}

/** The content of an event is an object here. */
function contentOf(data: unknown): Readonly<Record<string, unknown>> | null {
  if (data === null || data === undefined) return null;
  return typeof data === 'object' && !Array.isArray(data) ? { ...data } : { value: data };
}

function partsOf(events: readonly Body[]): Body[][] {
  const parts: Body[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const event of events) {
    const length = JSON.stringify(event).length;
    size += length;
    if (size > maxCharacters) {
      parts.push([]);
      size = length;
    }
    parts.at(-1)?.push(event);
  }
  return parts;
}
