import { termOf } from '../../base/split-filter.ts';
import type { Facet } from '../../parts/list/facets.tsx';
import { useAnswer } from '../../server/answer.ts';
import { describeEvent } from '../feature/event-sentence.ts';

/** Event types that the menu offers; all others can be typed. */
const offeredTypes = [
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'feature-created',
  'feature-archived',
  'segment-updated',
  'change-request-applied',
  'protection-bypassed',
  'project-user-added',
  'user-created',
  'api-token-created',
  'api-token-deleted',
];

const noContent = { environment: null, data: null, preData: null };

const periods = { '1h': 'past hour', '24h': 'past 24 hours', '7d': 'past 7 days', '30d': 'past 30 days' };

/** The properties to filter events by. Users and environments are fetched once the user starts to choose. */
export function useFacets(when: boolean): readonly Facet[] {
  const users = useAnswer('GET /api/admin/event-creators', {}, { when });
  const environments = useAnswer('GET /api/admin/environments', {}, { when });

  return [
    { title: 'User', choices: (users.data ?? []).map(({ name }) => ({ title: name, term: termOf('by', name) })) },
    {
      title: 'Environment',
      choices: (environments.data?.environments ?? []).map(({ name }) => ({ title: name, term: termOf('in', name) })),
    },
    { title: 'Period', choices: Object.entries(periods).map(([span, title]) => ({ title, term: termOf('last', span) })) },
    { title: 'Kind', choices: offeredTypes.map((type) => ({ title: describeEvent({ type, ...noContent }), term: termOf('type', type) })) },
  ];
}
