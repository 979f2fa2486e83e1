import type { FeatureState } from '@signalbox/contracts';
import type { CompiledFeature, EvaluationContext, FeatureLookup } from '@signalbox/engine';
import { onlyLooks, type StreamedReply } from '@signalbox/kit';
import type { Static } from 'typebox';
import { currentView, type PlaygroundContext, route } from '../open-playground.ts';
import { select, type Selection } from '../selection/selection.ts';
import {
  AdvancedAnswer,
  AdvancedQuestion,
  type Combinations,
  combine,
  type FeatureResult,
  presentResultWithContext,
} from '@signalbox/engine/playground';
import type { Evaluator } from './evaluator.ts';
import { giveAnswer } from './give-answer.ts';
import { refuseTooMany } from './refuse-too-many.ts';

export const evaluateAdvancedRoute = route(
  {
    method: 'post',
    path: '/api/admin/playground/advanced',
    summary: 'Evaluate features for every combination of environments and context values',
    permission: 'authenticated',
    body: AdvancedQuestion,
    answers: { 200: AdvancedAnswer },
    mediaTypes: ['application/json', 'application/x-ndjson'],
    headers: { 'X-Revision': 'The revision of the features that were evaluated.' },
    failures: ['BadDataError', 'TooEarlyError', 'UnavailableError'],
    ...onlyLooks,
  },
  ({ body }, context) => evaluateAdvanced(context, body),
);

async function evaluateAdvanced(context: PlaygroundContext, body: Static<typeof AdvancedQuestion>): Promise<StreamedReply> {
  const environments = [...new Set(body.environments)];
  const selection = select(await currentView(context), body.projects || '*', (project) => context.access.sees(context.actor, project));
  const contexts = combine(body.context);
  refuseTooMany(context.settings, {
    environments: environments.length,
    features: selection.features.length,
    contexts: contexts.count,
  });
  const asked: Asked = { environments, selection, contexts };
  return giveAnswer(
    {
      input: body,
      dropped: contexts.dropped,
      environments,
      selection,
      features: (evaluator) => writtenFeatures(asked, evaluator),
      results: (evaluator) => resultsOf(asked, evaluator),
    },
    context,
  );
}

interface Asked {
  readonly environments: readonly string[];
  readonly selection: Selection;
  readonly contexts: Combinations;
}

type ResultWithContext = ReturnType<typeof presentResultWithContext>;

function* resultsOf({ environments, selection, contexts }: Asked, evaluator: Evaluator): Generator<ResultWithContext> {
  const lookups = environments.map((environment) => selection.compiled(environment));
  for (const { name } of selection.features) {
    for (const features of lookups) yield* resultsIn(features, name, contexts, evaluator);
  }
}

function* resultsIn(features: FeatureLookup, name: string, contexts: Combinations, evaluator: Evaluator): Generator<ResultWithContext> {
  const feature = features.get(name);
  if (feature) for (const context of contexts.all()) yield resultOf(feature, context, features, evaluator);
}

function resultOf(feature: CompiledFeature, context: EvaluationContext, features: FeatureLookup, evaluator: Evaluator): ResultWithContext {
  return presentResultWithContext(feature, context, evaluator.explain(feature, context, features));
}

function* writtenFeatures({ environments, selection, contexts }: Asked, evaluator: Evaluator): Generator<string> {
  const lookups = environments.map((environment) => [environment, selection.compiled(environment)] as const);
  let comma = '';
  for (const state of selection.features) {
    yield comma;
    yield* writtenFeature(state, lookups, contexts, evaluator);
    comma = ',';
  }
}

/** `{"name":…,"environments":{"<name>":[…],…},"isEnabled":…}`; the last part is told of the first result. */
function* writtenFeature(
  { name, project }: FeatureState,
  lookups: readonly (readonly [environment: string, features: FeatureLookup])[],
  contexts: Combinations,
  evaluator: Evaluator,
): Generator<string> {
  let first: ResultWithContext | undefined;
  yield `{"name":${JSON.stringify(name)},"projectId":${JSON.stringify(project)},"environments":{`;
  for (const [index, [environment, features]] of lookups.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(environment)}:[`;
    let comma = '';
    for (const result of resultsIn(features, name, contexts, evaluator)) {
      first ??= result;
      yield `${comma}${JSON.stringify(result)}`;
      comma = ',';
    }
    yield ']';
  }
  if (!first) throw new Error(`${name} is selected and not there`);
  yield `},${JSON.stringify(summaryOf(first)).slice(1)}`;
}

function summaryOf({ isEnabled, isEnabledInCurrentEnvironment, variant, variants }: FeatureResult) {
  return { isEnabled, isEnabledInCurrentEnvironment, variant, variants };
}
