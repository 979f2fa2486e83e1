import type { UseQueryResult } from '@tanstack/preact-query';
import { useDebounced } from '../../../parts/use-debounced.ts';
import { useAnswer, type Persona, revision } from '../../../server/ask.ts';
import type { Refused } from '../../../server/refusal.ts';
import type { Preview } from './because.ts';
import type { ShownEnvironment, FeatureAnswer } from './use-feature.ts';
import type { DraftChange } from './write.ts';

/** Changes that are not in effect: those being edited, or those of a change request. */
export interface Drafted {
  readonly environment: string;
  readonly changes: readonly DraftChange[];
  /** The change request, if they belong to one. */
  readonly request?: number;
}

interface Previewed {
  readonly feature: Pick<FeatureAnswer, 'project' | 'name'>;
  /** The environments that are evaluated. */
  readonly shown: readonly ShownEnvironment[];
  readonly personas: readonly Persona[];
  readonly draft: Drafted | null;
}

const quietMs = 150;

/** Results of test users, evaluated by the server, now and with a draft. */
export function usePreview({ feature, shown, personas, draft }: Previewed): UseQueryResult<Preview, Refused> {
  const debounced = useDebounced(draft, quietMs);
  const previewed = draft?.request === undefined ? debounced : draft;
  return useAnswer(
    'POST /api/admin/projects/{projectId}/features/{featureName}/preview',
    {
      path: { projectId: feature.project, featureName: feature.name },
      body: {
        environments: shown.map(({ name }) => name),
        contexts: personas.map(({ context }) => context),
        ...(previewed && { draft: { environment: previewed.environment, changes: previewed.changes } }),
      },
      minRevision: revision.value,
    },
    { keepsLast: true, when: personas.length > 0 },
  );
}

/** The number of test users whom each strategy of an environment gives the feature, by its id; undefined while unknown. */
export function matchesIn(preview: Preview | undefined, environment: string): ReadonlyMap<string, number> | undefined {
  const contexts = preview?.environments.find(({ name }) => name === environment)?.contexts;
  if (!contexts) return undefined;
  const matched = contexts.flatMap(({ because }) => (because.kind === 'strategy' && because.strategy ? [because.strategy] : []));
  return new Map([...Map.groupBy(matched, (id) => id)].map(([id, all]) => [id, all.length]));
}

/** The number of test users whose result a draft would change in its environment; undefined if there is none. */
export function changedIn(preview: Preview | undefined, environment: string): number | undefined {
  const contexts = preview?.environments.find(({ name }) => name === environment)?.contexts ?? [];
  if (!contexts.some(({ after }) => after)) return undefined;
  return contexts.filter(({ enabled, variant, after }) => after && (after.enabled !== enabled || after.variant !== variant)).length;
}
