import type { FeatureLookup } from '@signalbox/engine';
import { changesNothing, type StreamedReply } from '@signalbox/kit';
import type { CachedFeature } from '@signalbox/replica';
import type { Static } from 'typebox';
import { currentView, type PlaygroundContext, route } from '../open-playground.ts';
import { select, type Selection } from '../selection/selection.ts';
import {
  AdvancedAnswer,
  AdvancedQuestion,
  type RequestedContext,
  combine,
  type ResultTemplates,
  writeFeature,
  type WrittenResult,
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
    headers: { 'X-Revision': 'The revision of the evaluated features.' },
    failures: ['BadDataError', 'TooEarlyError', 'UnavailableError'],
    ...changesNothing,
  },
  ({ body }, context) => evaluateAdvanced(context, body),
);

async function evaluateAdvanced(context: PlaygroundContext, body: Static<typeof AdvancedQuestion>): Promise<StreamedReply> {
  const environments = [...new Set(body.environments)];
  const filter = { projects: body.projects || '*', features: body.features } as const;
  const selection = select(await currentView(context), filter, (project) => context.access.sees(context.actor, project));
  const contexts = combine(body.context);
  refuseTooMany(context.settings, {
    environments: environments.length,
    features: selection.features.length,
    contexts: contexts.count,
  });
  const evaluation: Evaluation = {
    selection,
    environments: environments.map((name) => ({ name, features: selection.compiled(name), contexts: contexts.in(name) })),
    at: body.at,
    templates: context.state.templates.current,
  };
  return giveAnswer(
    {
      input: body,
      dropped: contexts.dropped,
      environments,
      selection,
      evaluations: environments.length * selection.features.length * contexts.count,
      features: (evaluator) => writtenFeatures(evaluation, evaluator),
      results: (evaluator) => resultsOf(evaluation, evaluator),
    },
    context,
  );
}

interface Evaluation {
  readonly selection: Selection;
  readonly environments: readonly EvaluatedEnvironment[];
  readonly at: Static<typeof AdvancedQuestion>['at'];
  readonly templates: ResultTemplates;
}

interface EvaluatedEnvironment {
  readonly name: string;
  readonly features: FeatureLookup;
  readonly contexts: Iterable<RequestedContext>;
}

function* resultsOf(evaluation: Evaluation, evaluator: Evaluator): Generator<string> {
  for (const feature of evaluation.selection.features)
    for (const environment of evaluation.environments)
      for (const { json } of resultsIn(environment, feature, evaluation, evaluator)) yield json;
}

function* resultsIn(
  { name, features, contexts }: EvaluatedEnvironment,
  cached: CachedFeature,
  { selection: { view }, at, templates }: Evaluation,
  evaluator: Evaluator,
): Generator<WrittenResult> {
  const feature = cached.compiled(name, view.segments());
  const since = sinceOf(view, cached.state, at);
  for (const { json, complete } of contexts) yield templates.write(feature, json, evaluator.explain(feature, complete, features), since);
}

function* writtenFeatures(evaluation: Evaluation, evaluator: Evaluator): Generator<string> {
  let comma = '';
  for (const feature of evaluation.selection.features) {
    yield comma;
    yield* writeFeature(
      feature.state,
      evaluation.environments.map((environment) => [environment.name, resultsIn(environment, feature, evaluation, evaluator)]),
    );
    comma = ',';
  }
}
