import { useQuery } from '@tanstack/preact-query';
import type { Refused } from '../../../server/refusal.ts';
import { type AnswerOf, askWithVersion, useAnswer } from '../../../server/ask.ts';
import { useLocation } from 'preact-iso/router';
import { usePreference } from '../../../server/preference.ts';
import { useProtected } from '../../../server/protection.ts';
import { useLack } from '../../../server/session.ts';
import { columnsPreference, maxColumns, shownOf } from '../../features/columns.ts';

const name = 'GET /api/admin/projects/{projectId}/features/{featureName}';

export type FeatureAnswer = AnswerOf<typeof name>;
type EnvironmentOfFeature = FeatureAnswer['environments'][number];
export type Strategy = EnvironmentOfFeature['strategies'][number];

/** A feature with the version to send in `If-Match`. */
export interface ReadFeature {
  readonly detail: FeatureAnswer;
  readonly version: string;
}

/** Fetches a feature with its reach and variants in each environment. */
export async function readFeature(project: string, feature: string, signal?: AbortSignal): Promise<ReadFeature> {
  const { answer, version } = await askWithVersion(name, {
    path: { projectId: project, featureName: feature },
    query: { with: 'reach', variantEnvironments: true },
    ...(signal && { signal }),
  });
  return { detail: answer, version };
}

/** The feature, refetched after every change. */
export const useFeature = (project: string, feature: string) =>
  useQuery<ReadFeature, Refused>({
    queryKey: [name, { project, feature }],
    queryFn: ({ signal }) => readFeature(project, feature, signal),
  });

/** An environment of a feature, and whether changes there go to a change request. */
export interface ShownEnvironment extends EnvironmentOfFeature {
  readonly protected: boolean;
}

/** The environments of a feature that the project uses, in order; empty until their protection is known. */
export function useEnvironments({ project, environments }: FeatureAnswer): readonly ShownEnvironment[] {
  const path = { projectId: project };
  const { data } = useAnswer('GET /api/admin/environments/project/{projectId}', { path });
  const asking = useProtected(project);
  if (!asking) return [];
  const known = new Map((data?.environments ?? []).map((environment) => [environment.name, environment]));
  return environments.flatMap((environment) => {
    const own = known.get(environment.name);
    return own && !own.visible ? [] : [{ ...environment, protected: asking.has(environment.name) }];
  });
}

type Named = Pick<ShownEnvironment, 'name' | 'type'>;

/** The first environment of type production, otherwise the first. */
const mainOf = <E extends Named>(environments: readonly E[]): E | undefined =>
  environments.find(({ type }) => type === 'production') ?? environments[0];

/** The environment named in the address, otherwise the main one. */
export function useChosen<E extends Named>(environments: readonly E[]): E | undefined {
  const { query } = useLocation();
  return environments.find(({ name }) => name === query['in']) ?? mainOf(environments);
}

/** The environments with a card: the columns of the features list, by default with the main one. The chosen one takes the last place. */
export function useCards(project: string, environments: readonly ShownEnvironment[]): readonly ShownEnvironment[] {
  const chosen = useChosen(environments);
  const names = environments.map(({ name }) => name);
  const preset = [...new Set([mainOf(environments)?.name ?? '', ...names])].slice(0, maxColumns);
  const shown = shownOf(names, usePreference(columnsPreference)[project] ?? preset);
  const cards = environments.filter(({ name }) => shown.includes(name));
  return !chosen || cards.includes(chosen) ? cards : [...cards.slice(0, maxColumns - 1), chosen];
}

/** Returns a function that gives the reason why an action is not permitted, or undefined if it is permitted or goes to a change request. */
export function useRefusal(
  project: string,
): (permission: string, environment?: Pick<ShownEnvironment, 'name' | 'protected'>) => string | undefined {
  const lack = useLack();
  return (permission, environment) =>
    environment?.protected ? undefined : lack(permission, { project, ...(environment && { environment: environment.name }) });
}
