import { onlyLooks, type StreamedReply } from '@signalbox/kit';
import type { Static } from 'typebox';
import { currentView, type PlaygroundContext, route } from '../open-playground.ts';
import { select, type Selection } from '../selection/selection.ts';
import { BasicAnswer, BasicQuestion, type FeatureResult, flatten, presentResult } from '@signalbox/engine/playground';
import type { Evaluator } from './evaluator.ts';
import { giveAnswer } from './give-answer.ts';
import { refuseTooMany } from './refuse-too-many.ts';
import { sinceOf } from './since.ts';

export const evaluateBasicRoute = route(
  {
    method: 'post',
    path: '/api/admin/playground',
    summary: 'Evaluate features in one environment for one context',
    permission: 'authenticated',
    body: BasicQuestion,
    answers: { 200: BasicAnswer },
    mediaTypes: ['application/json', 'application/x-ndjson'],
    headers: { 'X-Revision': 'The revision of the features that were evaluated.' },
    failures: ['BadDataError', 'TooEarlyError', 'UnavailableError'],
    ...onlyLooks,
    deprecated: 'POST /api/admin/playground/advanced does the same in several environments and for several contexts.',
  },
  ({ body }, context) => evaluateBasic(context, body),
);

async function evaluateBasic(context: PlaygroundContext, body: Static<typeof BasicQuestion>): Promise<StreamedReply> {
  const { features: named, projects } = body;
  const wanted = { projects: projects || '*', features: named } as const;
  const selection = select(await currentView(context), wanted, (project) => context.access.sees(context.actor, project));
  refuseTooMany(context.settings, { environments: 1, features: selection.features.length, contexts: 1 });
  const { dropped } = flatten(body.context);
  const results = (evaluator: Evaluator) => resultsOf(body, selection, evaluator);
  return giveAnswer(
    { input: body, dropped, environments: [body.environment], selection, features: (evaluator) => listed(results(evaluator)), results },
    context,
  );
}

type NamedResult = FeatureResult & { readonly name: string; readonly projectId: string };

function* resultsOf(body: Static<typeof BasicQuestion>, selection: Selection, evaluator: Evaluator): Generator<NamedResult> {
  const features = selection.compiled(body.environment);
  const context = Object.fromEntries(flatten(body.context).fields);
  for (const { name, project } of selection.features) {
    const feature = features.get(name);
    if (!feature) continue;
    const result = presentResult(feature, evaluator.explain(feature, context, features));
    yield { name, projectId: project, ...result, ...sinceOf(selection.view, feature.state, body.at) };
  }
}

function* listed(elements: Iterable<object>): Generator<string> {
  let comma = '';
  for (const element of elements) {
    yield comma + JSON.stringify(element);
    comma = ',';
  }
}
