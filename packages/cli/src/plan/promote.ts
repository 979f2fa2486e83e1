import { exitCodes } from '../base/problem.ts';
import { choiceOption, command, flagOption, repeatedOption, requiredOption, settingOption, textOption } from '../command/command.ts';
import { applyOptions, confirmAndApply } from './apply-files.ts';
import { planAnswer } from './plan-files.ts';
import { requestPromotion, requestPromotionPlan } from './request-plan.ts';

export const promote = command({
  name: 'promote',
  summary: 'Promote flags from one environment to another, with their segments and everything else that they use',
  description: 'The flags are promoted together, or none. In a protected environment the promotion becomes one change request.',
  options: {
    project: settingOption('project'),
    from: requiredOption('Environment to promote from', 'name'),
    to: requiredOption('Environment to promote to', 'name'),
    toProject: textOption('Project to promote to (default: the same)', 'id'),
    flags: repeatedOption('Only these flags, separated by commas', 'names'),
    tag: repeatedOption('Only flags with this tag', 'type:value'),
    segments: choiceOption('Segments that differ in the target: update them (default), keep them, or fail', ['update', 'keep', 'fail']),
    overwrite: repeatedOption('Flags that changed in the target since the last promotion, and may be overwritten', 'names'),
    dryRun: flagOption('Only show the plan'),
    ...applyOptions,
  },
  examples: [
    {
      line: 'signalbox promote --from development --to production --dry-run',
      text: 'Shows the differences between two environments.',
      exitCode: exitCodes.differences,
    },
    { line: 'signalbox promote --from development --to production --flags new-checkout --yes', text: 'Promotes one flag.' },
  ],
  async run(input, session) {
    const { project, from, to, toProject = project, segments = 'update', dryRun } = input;
    const features = namesIn(input.flags);
    const request = {
      from: { environment: from },
      to: { environment: to, project: toProject },
      select: { ...(features.length > 0 && { features }), ...(input.tag.length > 0 && { tags: input.tag }) },
      segments,
      overwrite: namesIn(input.overwrite),
    };
    const api = await session.api();
    const plan = await requestPromotionPlan(api, project, request);
    if (dryRun) return planAnswer(api, toProject, plan, false);
    const apply = () => requestPromotion(api, project, { ...request, expect: { hash: plan.hash } });
    return confirmAndApply({ api, plan, apply }, { ...input, project: toProject }, session);
  },
});

const namesIn = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => text.split(',')).filter((name) => name !== '');
