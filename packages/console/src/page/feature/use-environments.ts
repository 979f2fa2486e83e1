import { useProtected } from '../../server/protection.ts';
import { useAnswer } from '../../server/answer.ts';
import { useSession } from '../../server/session.ts';
import { featureTexts } from './texts.ts';
import type { EnvironmentOfFeature, FeatureAnswer } from './use-feature.ts';

/** An environment of a feature, and whether what is done there goes to a change request. */
export interface ShownEnvironment extends EnvironmentOfFeature {
  readonly protected: boolean;
}

/** The environments of a feature that the project shows, in their order; none until it is known which are protected. */
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

/** Why something may not be done in an environment; undefined where it may, or where a change request is asked for instead. */
export function useRefusal(
  project: string,
): (permission: string, environment?: Pick<ShownEnvironment, 'name' | 'protected'>) => string | undefined {
  const { may } = useSession();
  return (permission, environment) =>
    environment?.protected || may(permission, { project, ...(environment && { environment: environment.name }) })
      ? undefined
      : featureTexts.mayNot(permission);
}
