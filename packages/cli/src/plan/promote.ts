import { type Api, openApi } from '../api/api.ts';
import type { AppliedPlan } from '../api/operations.ts';
import { exitCodes, usageProblem } from '../base/problem.ts';
import {
  choiceOption,
  command,
  type CommandSession,
  flagOption,
  optionalSetting,
  repeatedOption,
  requiredOption,
  settingOption,
  textOption,
} from '../command/command.ts';
import { findToken } from '../credentials/find-token.ts';
import { applyOptions, confirmAndApply } from './apply-files.ts';
import type { Plan } from './plan.ts';
import { planAnswer } from './plan-files.ts';
import { requestApply, requestPlan, requestPromotion, requestPromotionPlan } from './request-plan.ts';
import { moveDocuments, selectDocuments } from './select-documents.ts';

/** Owns what a promotion creates on another instance, if the project has no set of its own. */
const promotionSet = 'promotion';

export const promote = command({
  name: 'promote',
  summary: 'Promote flags from one environment to another, with their segments and everything else that they use',
  description: 'The flags are promoted together, or none. In a protected environment the promotion becomes one change request.',
  options: {
    project: settingOption('project'),
    from: requiredOption('Environment to promote from', 'name'),
    to: requiredOption('Environment to promote to', 'name'),
    toProject: textOption('Project to promote to (default: the same)', 'id'),
    toUrl: textOption('Address of another instance to promote to', 'url'),
    toToken: textOption('Access token for the other instance (default: its login, or the ID token of the job)', 'token'),
    set: optionalSetting('set'),
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
    const promotion = await (input.toUrl === undefined ? withinInstance(input, session) : toInstance(input, input.toUrl, session));
    const project = input.toProject ?? input.project;
    if (input.dryRun) return planAnswer(promotion.api, project, promotion.plan, false);
    return confirmAndApply(promotion, { ...input, project }, session);
  },
});

interface Promotion {
  /** The API of the target. */
  readonly api: Api;
  readonly plan: Plan;
  readonly apply: () => Promise<AppliedPlan>;
}

interface PromotionInput {
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly toProject: string | undefined;
  readonly toToken: string | undefined;
  readonly set: string | undefined;
  readonly flags: readonly string[];
  readonly tag: readonly string[];
  readonly segments: 'update' | 'keep' | 'fail' | undefined;
  readonly overwrite: readonly string[];
}

const namesIn = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => text.split(',')).filter((name) => name !== '');

async function withinInstance(input: PromotionInput, session: CommandSession): Promise<Promotion> {
  const { project, from, to, toProject = project, segments = 'update' } = input;
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
  return { api, plan, apply: () => requestPromotion(api, project, { ...request, expect: { hash: plan.hash } }) };
}

/** Reads documents from this instance, and plans them on the other one. */
async function toInstance(input: PromotionInput, url: string, session: CommandSession): Promise<Promotion> {
  const { project, from, to, toProject = project } = input;
  if (input.segments !== undefined || input.overwrite.length > 0)
    throw usageProblem('--segments and --overwrite do not work with --to-url.');
  if (!URL.canParse(url)) throw usageProblem(`--to-url is not a URL: ${url}.`);
  const source = await session.api();
  const query = { environment: [from] };
  const { documents } = await source.ask('GET /api/admin/projects/{projectId}/documents', { path: { projectId: project }, query });
  const selected = selectDocuments(documents, { features: namesIn(input.flags), tags: input.tag });
  const moved = moveDocuments(selected, { from, to, project, toProject });
  const request = { set: input.set ?? promotionSet, documents: moved, prune: false, takeOver: false };
  const api = await openTarget(url, input.toToken, session);
  const plan = await requestPlan(api, toProject, request);
  return { api, plan, apply: () => requestApply(api, toProject, { ...request, expect: { hash: plan.hash } }) };
}

/** The API of the other instance. The token of this one is not sent there. */
async function openTarget(url: string, token: string | undefined, { settings, terminal }: CommandSession): Promise<Api> {
  const { token: _, ...others } = settings;
  const given = token ?? terminal.env['SIGNALBOX_TO_TOKEN'];
  const found = given === undefined ? await findToken({ ...others, url: { value: url, origin: '--to-url' } }, terminal) : { token: given };
  return openApi({ url, token: found?.token, fetch: terminal.fetch, signal: terminal.signal });
}
