import { parameters, tool } from '../base/tool.ts';
import { applyStoredPlan, describeApplied } from './apply-stored-plan.ts';

export const commitPlan = tool({
  name: 'commit_plan',
  description: 'Make the changes of a plan, all or none. Where you may only propose, they become change requests, which people review.',
  writes: true,
  input: { project: parameters.project, hash: parameters.hash },
  run: async (input, context) => ({ head: describeApplied(await applyStoredPlan(input, context), context.baseUrl) }),
});
