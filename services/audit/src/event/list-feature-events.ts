import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { FeatureEventList } from './event.schema.ts';
import { searchEvents } from './search-events.ts';

export const listFeatureEventsRoute = route(
  {
    method: 'get',
    path: '/api/admin/events/:featureName',
    summary: "List a feature's newest events",
    permission: 'authenticated',
    params: Type.Object({ featureName: Type.String() }),
    answers: { 200: FeatureEventList },
    failures: [],
  },
  async ({ params: { featureName } }, context) => ({
    ...(await searchEvents(context, { feature: featureName })),
    toggleName: featureName,
  }),
);
