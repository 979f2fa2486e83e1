import { compareTexts, StreamedReply } from '@signalbox/kit';
import { contentTypes, endingInError, type Form, formFor, writeJson, writeLines } from '../answer/forms.ts';
import { pace } from '../answer/pace.ts';
import type { PlaygroundContext } from '../open-playground.ts';
import { playgroundBudgetMs } from '../surface.ts';
import type { Selection } from '../selection/selection.ts';
import { Evaluator } from './evaluator.ts';

/** What a route knows of its answer before anything is evaluated. */
export interface Prepared {
  /** The body as it was sent. */
  readonly input: object;
  /** Fields of the context that had to be left out. */
  readonly dropped: readonly string[];
  readonly environments: readonly string[];
  readonly selection: Selection;
  /** How many there will be. */
  readonly evaluations: number;
  /** Elements of the list of features, as JSON with their commas. */
  readonly features: (evaluator: Evaluator) => Iterable<string>;
  /** The same as single results. */
  readonly results: (evaluator: Evaluator) => Iterable<string>;
}

/** Answers from the cache, or evaluates while it is written. Nothing is evaluated before somebody reads. */
export async function giveAnswer(prepared: Prepared, context: PlaygroundContext): Promise<StreamedReply> {
  const form = formFor(context.request.headers['accept']);
  const { answers } = context.state;
  const { view } = prepared.selection;
  const question = questionOf(prepared, form);
  const headers = { 'content-type': contentTypes[form], vary: 'Accept, Authorization, Cookie', 'x-revision': String(view.revision) };
  const cached = await answers.find(question);
  if (cached !== null) return new StreamedReply(asChunks(cached), headers);
  const evaluator = new Evaluator(context.now, context.state);
  const limits = { now: context.now, budgetMs: context.settings.get(playgroundBudgetMs), steps: () => evaluator.steps };
  const written = pace(writtenIn(form, prepared, evaluator), limits);
  const chunks = answers.keeping(question, written, {
    isLasting: () => evaluator.isLasting,
    progress: () => evaluator.count / prepared.evaluations,
  });
  return new StreamedReply(form === 'ndjson' ? endingInError(chunks, context.id) : chunks, headers);
}

/**
 * What an answer depends on: the features as of the last change of what is selected, or of all where it tells of changes, and the input; fields
 * of a context keep their order.
 */
function questionOf({ input, environments, selection: { view, projects } }: Prepared, form: Form): unknown {
  const canonical = Object.entries(input).sort(([left], [right]) => compareTexts(left, right));
  const asOf = 'at' in input ? [view.revision] : environments.map((environment) => view.scopeRevision(environment, projects));
  return [form, canonical, projects, asOf];
}

function writtenIn(form: Form, { input, dropped, features, results }: Prepared, evaluator: Evaluator): Iterable<string> {
  const head = { input, ...(dropped.length > 0 && { warnings: { invalidContextProperties: dropped } }) };
  return form === 'json' ? writeJson(head, features(evaluator)) : writeLines(head, results(evaluator));
}

async function* asChunks(answer: Buffer): AsyncGenerator<Buffer> {
  yield answer;
}
