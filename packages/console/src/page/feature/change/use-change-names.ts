import { useMemo } from 'preact/hooks';
import { useAnswer, type ChangeRequest } from '../../../server/ask.ts';
import { useNaming } from '../../release-templates/use-naming.ts';
import type { ChangeNames } from './difference.ts';

/** Actions that refer to a milestone of the plan. */
const ofMilestones: ReadonlySet<string> = new Set(['startMilestone', 'changeMilestoneProgression', 'deleteMilestoneProgression']);

/** The objects that a change refers to by id, as they are now. */
export function useChangeNames(
  { project, environment }: Pick<ChangeRequest, 'project' | 'environment'>,
  { action, of }: { readonly action: string; readonly of: string },
): ChangeNames {
  const naming = useNaming();
  const { data: plans } = useAnswer(
    'GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans',
    { path: { projectId: project, featureName: of, environment } },
    { when: ofMilestones.has(action) },
  );
  const { data: templates } = useAnswer(
    'GET /api/admin/projects/{projectId}/release-templates',
    { path: { projectId: project } },
    { when: action === 'addReleasePlan' },
  );
  return useMemo(
    () => ({
      ...naming,
      milestone: (id) => plans?.flatMap(({ milestones }) => milestones).find((milestone) => milestone.id === id),
      template: (id) => templates?.find((template) => template.id === id),
    }),
    [naming, plans, templates],
  );
}
