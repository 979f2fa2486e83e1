import { changesNothing, type StreamedReply } from '@signalbox/kit';
import type { Static } from 'typebox';
import { currentView, type PlaygroundContext, route } from '../open-playground.ts';
import { select, type Selection } from '../selection/selection.ts';
import {
  type RequestedContext,
  requestedIn,
  BasicAnswer,
  BasicQuestion,
  flatten,
  type ResultTemplates,
} from '@signalbox/engine/playground';
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
    headers: { 'X-Revision': 'The revision of the evaluated features.' },
    failures: ['BadDataError', 'TooEarlyError', 'UnavailableError'],
    ...changesNothing,
    deprecated: 'Use POST /api/admin/playground/advanced, which takes several environments and contexts.',
  },
  ({ body }, context) => evaluateBasic(context, body),
);

async function evaluateBasic(context: PlaygroundContext, body: Static<typeof BasicQuestion>): Promise<StreamedReply> {
  const { features: named, projects } = body;
  const filter = { projects: projects || '*', features: named } as const;
  const selection = select(await currentView(context), filter, (project) => context.access.sees(context.actor, project));
  refuseTooMany(context.settings, { environments: 1, features: selection.features.length, contexts: 1 });
  const { fields, dropped } = flatten(body.context);
  const evaluation = {
    ...requestedIn(body.environment, Object.fromEntries(fields)),
    ...body,
    selection,
    templates: context.state.templates.current,
  };
  const results = (evaluator: Evaluator) => resultsOf(evaluation, evaluator);
  return giveAnswer(
    {
      input: body,
      dropped,
      environments: [body.environment],
      selection,
      evaluations: selection.features.length,
      features: (evaluator) => listed(results(evaluator)),
      results,
    },
    context,
  );
}

interface Evaluation extends Pick<RequestedContext, 'complete'>, Pick<Static<typeof BasicQuestion>, 'environment' | 'at'> {
  readonly selection: Selection;
  readonly templates: ResultTemplates;
}

function* resultsOf({ selection, environment, complete, at, templates }: Evaluation, evaluator: Evaluator): Generator<string> {
  const { view } = selection;
  const features = selection.compiled(environment);
  for (const cached of selection.features) {
    const feature = cached.compiled(environment, view.segments());
    const { summary, details } = templates.fill(feature, evaluator.explain(feature, complete, features));
    const { name, project } = cached.state;
    yield `{"name":${JSON.stringify(name)},"projectId":${JSON.stringify(project)},${summary},${details}${sinceOf(view, cached.state, at)}}`;
  }
}

function* listed(elements: Iterable<string>): Generator<string> {
  let comma = '';
  for (const element of elements) {
    yield comma + element;
    comma = ',';
  }
}
