import type { FeatureState } from '@signalbox/contracts';
import type { FeatureLookup } from '@signalbox/engine';
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
import { sinceOf } from './since.ts';

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
  const wanted = { projects: body.projects || '*', features: body.features } as const;
  const selection = select(await currentView(context), wanted, (project) => context.access.sees(context.actor, project));
  const contexts = combine(body.context);
  refuseTooMany(context.settings, {
    environments: environments.length,
    features: selection.features.length,
    contexts: contexts.count,
  });
  const asked: Asked = { environments, selection, contexts, at: body.at };
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
  readonly at: Static<typeof AdvancedQuestion>['at'];
}

type ResultWithContext = ReturnType<typeof presentResultWithContext>;

function* resultsOf(asked: Asked, evaluator: Evaluator): Generator<ResultWithContext> {
  const lookups = asked.environments.map((environment) => asked.selection.compiled(environment));
  for (const { name } of asked.selection.features) {
    for (const features of lookups) yield* resultsIn(asked, features, name, evaluator);
  }
}

function* resultsIn({ contexts, selection: { view }, at }: Asked, features: FeatureLookup, name: string, evaluator: Evaluator) {
  const feature = features.get(name);
  if (!feature) return;
  const since = sinceOf(view, feature.state, at);
  for (const context of contexts.all()) {
    const explanation = evaluator.explain(feature, context, features);
    yield { ...presentResultWithContext(feature, context, explanation), ...since };
  }
}

function* writtenFeatures(asked: Asked, evaluator: Evaluator): Generator<string> {
  const lookups = asked.environments.map((environment) => [environment, asked.selection.compiled(environment)] as const);
  let comma = '';
  for (const state of asked.selection.features) {
    yield comma;
    yield* writtenFeature(state, lookups, (features) => resultsIn(asked, features, state.name, evaluator));
    comma = ',';
  }
}

/** `{"name":…,"environments":{"<name>":[…],…},"isEnabled":…}`; the last part is told of the first result. */
function* writtenFeature(
  { name, project }: FeatureState,
  lookups: readonly (readonly [environment: string, features: FeatureLookup])[],
  resultsAmong: (features: FeatureLookup) => Iterable<ResultWithContext>,
): Generator<string> {
  let first: ResultWithContext | undefined;
  yield `{"name":${JSON.stringify(name)},"projectId":${JSON.stringify(project)},"environments":{`;
  for (const [index, [environment, features]] of lookups.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(environment)}:[`;
    let comma = '';
    for (const result of resultsAmong(features)) {
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
