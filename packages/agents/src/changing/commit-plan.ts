import { parameters, tool } from '../base/tool.ts';
import { describeApplied, findPlanned } from './apply-plan.ts';

export const commitPlan = tool({
  name: 'commit_plan',
  description: 'Make the changes of a plan, all or none. Where you may only propose, they become change requests, which people review.',
  writes: true,
  input: { project: parameters.project, hash: parameters.hash },
  async run({ project, hash }, context) {
    const documents = await findPlanned(project, hash, context);
    const body = { set: null, documents, expect: { hash } };
    const applied = await context.api('POST /api/admin/projects/{projectId}/apply', { path: { projectId: project }, body });
    return { head: describeApplied(applied, context) };
  },
});
