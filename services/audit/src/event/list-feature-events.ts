import { Type } from 'typebox';
import { FeatureEventList } from './event.schema.ts';
import { route } from '../open-audit.ts';
import { findEvents } from './find-events.ts';

const newest = { offset: 0, limit: 100 };

export const listFeatureEventsRoute = route(
  {
    method: 'get',
    path: '/api/admin/events/:featureName',
    summary: 'List the newest events of a feature',
    permission: 'authenticated',
    params: Type.Object({ featureName: Type.String() }),
    answers: { 200: FeatureEventList },
    failures: ['UnavailableError'],
  },
  async ({ params: { featureName } }, context) => {
    const { events, total, incomplete } = await findEvents(context, { features: [featureName] }, newest);
    return { version: 1 as const, toggleName: featureName, events, totalEvents: total, ...incomplete };
  },
);
