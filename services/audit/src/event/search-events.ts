import { eventKinds } from '@signalbox/contracts';
import { changesNothing } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { EventList } from './event.schema.ts';
import { route } from '../open-audit.ts';
import { findEvents } from './find-events.ts';

const SearchEvents = Type.Object({
  type: Type.Optional(Type.Enum([...eventKinds])),
  project: Type.Optional(Type.String()),
  feature: Type.Optional(Type.String()),
  query: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
});
type SearchEvents = Static<typeof SearchEvents>;

export const searchEventsRoute = route(
  {
    method: 'post',
    path: '/api/admin/events/search',
    summary: 'Search events',
    permission: 'authenticated',
    body: SearchEvents,
    answers: { 200: EventList },
    failures: ['UnavailableError'],
    ...changesNothing,
  },
  async ({ body: { type, project, feature, query, limit = 100, offset = 0 } }, context) => {
    const filter = { types: one(type), projects: one(project), features: one(feature), query };
    const { events, total, incomplete } = await findEvents(context, filter, { offset, limit });
    return { version: 1 as const, events, totalEvents: total, ...incomplete };
  },
);

const one = (value: string | undefined) => (value === undefined ? undefined : [value]);
