import { useAnswer } from '../../server/ask.ts';
import type { Home } from '../../server/session.ts';
import type { KnownValues } from './suggestions.ts';
import { useCreators, useOwners } from './use-named-users.ts';

const states = ['active', 'stale', 'potentially-stale'];
const stages = ['initial', 'pre-live', 'live', 'completed', 'archived'];

const reaches = ['nobody', 'some', 'everybody'];
const verdicts = ['keep', 'candidate', 'remove-code', 'archive', 'blocked'];
const changes = ['1d', '7d', '30d', 'before:30d', 'before:90d'];

/** Known values for filter completion, fetched once the user starts to filter. */
export function useKnownValues(home: Home, environments: readonly string[], when: boolean): KnownValues {
  const types = useAnswer('GET /api/admin/feature-types', {}, { when });
  const tags = useAnswer('GET /api/admin/tags', {}, { when });
  const segments = useAnswer('GET /api/admin/segments', {}, { when });
  const creators = useCreators(home, when) ?? [];
  const owners = useOwners(when) ?? [];
  const projects = useAnswer('GET /api/admin/projects', {}, { when: when && home === null });
  return {
    project: (projects.data?.projects ?? []).map(({ id }) => id),
    state: states,
    stage: stages,
    type: (types.data?.types ?? []).map(({ id }) => id),
    tag: (tags.data?.tags ?? []).map(({ type, value }) => `${type}:${value}`),
    segment: (segments.data?.segments ?? []).map(({ name }) => name),
    by: creators.map(({ name }) => name),
    owner: owners.map(({ name }) => name),
    on: environments,
    off: environments,
    reach: [...reaches, ...environments.flatMap((environment) => reaches.map((reach) => `${environment}:${reach}`))],
    changed: changes,
    cleanup: verdicts,
  };
}
