import { compareTexts, StreamedReply } from '@signalbox/kit';
import { contentTypes, endingInError, type BodyFormat, formatFor, writeJson, writeLines } from '../answer/formats.ts';
import { pace } from '../answer/pace.ts';
import type { PlaygroundContext } from '../open-playground.ts';
import { playgroundBudgetMs } from '../surface.ts';
import type { Selection } from '../selection/selection.ts';
import { Evaluator } from './evaluator.ts';

/** A response that is ready to be evaluated. */
export interface Prepared {
  /** The request body as received. */
  readonly input: object;
  /** Ignored context fields. */
  readonly dropped: readonly string[];
  readonly environments: readonly string[];
  readonly selection: Selection;
  readonly evaluations: number;
  /** Elements of the feature list, as JSON with commas. */
  readonly features: (evaluator: Evaluator) => Iterable<string>;
  /** The same as single results. */
  readonly results: (evaluator: Evaluator) => Iterable<string>;
}

/** Responds from the cache, or evaluates while the response is read. */
export async function giveAnswer(prepared: Prepared, context: PlaygroundContext): Promise<StreamedReply> {
  const format = formatFor(context.request.headers['accept']);
  const { answers } = context.state;
  const { view } = prepared.selection;
  const question = questionOf(prepared, format);
  const headers = { 'content-type': contentTypes[format], vary: 'Accept, Authorization, Cookie', 'x-revision': String(view.revision) };
  const cached = await answers.find(question);
  if (cached !== null) return new StreamedReply(asChunks(cached), headers);
  const evaluator = new Evaluator(context.now, context.state);
  const limits = { now: context.now, budgetMs: context.settings.get(playgroundBudgetMs), steps: () => evaluator.steps };
  const written = pace(writtenIn(format, prepared, evaluator), limits);
  const chunks = answers.caching(question, written, {
    isLasting: () => evaluator.isLasting,
    progress: () => evaluator.count / prepared.evaluations,
  });
  return new StreamedReply(format === 'ndjson' ? endingInError(chunks, context.id) : chunks, headers);
}

/**
 * Key of a response: format, input, projects, and the revision of the selected features, or of all features if the response
 * reports changes. Context fields keep their order.
 */
function questionOf({ input, environments, selection: { view, projects } }: Prepared, format: BodyFormat): unknown {
  const canonical = Object.entries(input).sort(([left], [right]) => compareTexts(left, right));
  const asOf = 'at' in input ? [view.revision] : environments.map((environment) => view.scopeRevision(environment, projects));
  return [format, canonical, projects, asOf];
}

function writtenIn(format: BodyFormat, { input, dropped, features, results }: Prepared, evaluator: Evaluator): Iterable<string> {
  const head = { input, ...(dropped.length > 0 && { warnings: { invalidContextProperties: dropped } }) };
  return format === 'json' ? writeJson(head, features(evaluator)) : writeLines(head, results(evaluator));
}

async function* asChunks(answer: Buffer): AsyncGenerator<Buffer> {
  yield answer;
}
