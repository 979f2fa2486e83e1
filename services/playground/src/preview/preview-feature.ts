import { Failure, type FeatureState, type Refusal, runChangeset, type SegmentState } from '@signalbox/contracts';
import {
  chunksFrom,
  compileFeature,
  type CompiledFeature,
  type EvaluationContext,
  type FeatureLookup,
  fetchLists,
  type Lists,
  segmentsOf,
} from '@signalbox/engine';
import { flatten } from '@signalbox/engine/playground';
import { changesNothing, Reply, yieldToOthers } from '@signalbox/kit';
import { Type } from 'typebox';
import { tooLong } from '../answer/pace.ts';
import { currentView, type PlaygroundContext, route } from '../open-playground.ts';
import { select } from '../selection/selection.ts';
import { playgroundBudgetMs } from '../surface.ts';
import { becauseOf } from './because.ts';
import { PreviewAnswer, PreviewQuestion, type PreviewResult } from './preview.schema.ts';

const featureParams = Type.Object({ projectId: Type.String(), featureName: Type.String() });

export const previewFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/preview',
    agents: true,
    summary: 'Preview who gets a feature and why, in several environments and optionally with draft changes',
    permission: 'authenticated',
    scope: 'project of the path',
    params: featureParams,
    body: PreviewQuestion,
    answers: { 200: PreviewAnswer },
    headers: { 'X-Revision': 'The revision of the evaluated features.' },
    failures: ['BadDataError', 'NotFoundError', 'TooEarlyError', 'UnavailableError'],
    ...changesNothing,
  },
  async ({ params, body }, context) => {
    const { answer, revision } = await previewFeature(context, { ...body, ...params });
    return new Reply(answer, { headers: { 'x-revision': String(revision) } });
  },
);

interface PreviewRequest extends PreviewQuestion {
  readonly projectId: string;
  readonly featureName: string;
}

async function previewFeature(context: PlaygroundContext, request: PreviewRequest): Promise<{ answer: PreviewAnswer; revision: number }> {
  const view = await currentView(context);
  const { projectId, featureName, environments, contexts, draft } = request;
  if (view.feature(featureName)?.project !== projectId)
    throw new Failure('NotFoundError', `There is no feature ${featureName} in project ${projectId}.`);
  const visible = select(view, { projects: '*' }, (project) => context.access.sees(context.actor, project));
  const drafted = draft && (await applyDraft(context, request, draft, view.lists));
  const evaluate = evaluatorOf(context, featureName);
  const optionsFor = contexts.map((written) => Object.fromEntries(flatten(written).fields));
  const answers: PreviewAnswer['environments'] = [];
  for (const name of new Set(environments)) {
    const now = await evaluate(name, visible.compiled(name), optionsFor);
    const after = drafted && draft.environment === name ? await evaluate(name, drafted.features, optionsFor) : [];
    answers.push({ name, contexts: now.map((result, index) => ({ ...result, ...(after[index] && { after: after[index] }) })) });
  }
  return { answer: { environments: answers, refusals: drafted?.refusals ?? [] }, revision: view.revision };
}

/** Evaluates the feature for one context after another. Yields in between, and has a time limit. */
function evaluatorOf({ now, settings }: PlaygroundContext, featureName: string) {
  // A fixed draw in place of randomness, so that only the draft causes differences.
  const effects = { now, random: () => 0.5, hostname: '' };
  const budgetMs = settings.get(playgroundBudgetMs);
  const until = now().getTime() + budgetMs;
  return async (environment: string, features: FeatureLookup, optionsFor: readonly EvaluationContext[]): Promise<PreviewResult[]> => {
    const results: PreviewResult[] = [];
    for (const own of optionsFor) {
      await yieldToOthers();
      if (now().getTime() > until) throw tooLong(budgetMs);
      const complete = own.environment ? own : { ...own, environment };
      results.push(resultOf(features.get(featureName), complete, effects, features));
    }
    return results;
  };
}

function resultOf(
  feature: CompiledFeature | undefined,
  own: EvaluationContext,
  effects: Parameters<CompiledFeature['explain']>[1],
  features: FeatureLookup,
): PreviewResult {
  if (!feature) return { enabled: false, variant: null, because: { kind: 'off' }, byChance: false };
  const explanation = feature.explain(own, effects, features);
  const { enabled, variant, readRandom } = explanation;
  return { enabled, variant: variant?.name ?? null, because: becauseOf(explanation, own), byChance: readRandom };
}

interface Drafted {
  readonly features: FeatureLookup;
  readonly refusals: Refusal[];
}

/** The features with the draft applied. Toggles applies the changes like those of change requests, without storing them. */
async function applyDraft(
  context: PlaygroundContext,
  { projectId: project, featureName: feature }: PreviewRequest,
  { environment, changes }: NonNullable<PreviewQuestion['draft']>,
  known: Lists,
): Promise<Drafted> {
  const { states, changes: outcome } = await context.ask(runChangeset, {
    purpose: 'examine',
    key: null,
    states: true,
    actor: context.actor,
    project,
    environment,
    changes: changes.map(({ action, payload }, id) => ({ id, action, feature, ...(payload === undefined ? {} : { payload }) })),
  });
  if (!states)
    throw new Failure('UnavailableError', 'The service toggles did not return the features to evaluate. Try again shortly.', {
      retryAfterSeconds: 2,
    });
  return {
    features: compileAll(
      states.after,
      await fetchLists(
        states.after.segments,
        chunksFrom((question, input) => context.ask(question, input)),
        yieldToOthers,
        known,
      ),
      environment,
    ),
    refusals: outcome.flatMap(({ refusal }) => refusal ?? []),
  };
}

function compileAll(
  { features, segments }: { readonly features: readonly FeatureState[]; readonly segments: readonly SegmentState[] },
  lists: Lists,
  environment: string,
): FeatureLookup {
  const byId = segmentsOf(segments, lists);
  return new Map(features.map((feature) => [feature.name, compileFeature(feature, environment, byId)]));
}
