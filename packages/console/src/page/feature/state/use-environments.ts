import { useProtected } from '../../../server/protection.ts';
import { useAnswer } from '../../../server/answer.ts';
import { useLack } from '../../../server/session.ts';
import type { EnvironmentOfFeature, FeatureAnswer } from './use-feature.ts';

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

/** Returns a function that gives the reason why an action is not permitted, or undefined if it is permitted or goes to a change request. */
export function useRefusal(
  project: string,
): (permission: string, environment?: Pick<ShownEnvironment, 'name' | 'protected'>) => string | undefined {
  const lack = useLack();
  return (permission, environment) =>
    environment?.protected ? undefined : lack(permission, { project, ...(environment && { environment: environment.name }) });
}
