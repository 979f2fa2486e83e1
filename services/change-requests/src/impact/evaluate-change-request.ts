import { EvaluatedContext, Failure } from '@signalbox/contracts';
import { type CompiledFeature, compileFeature, type Effects, segmentsOf } from '@signalbox/engine';
import {
  AdvancedAnswer,
  type RequestedContext,
  combine,
  ResultTemplates,
  writeFeature,
  type WrittenResult,
} from '@signalbox/engine/playground';
import { changesNothing, type OpenContext, route, WrittenReply, yieldToOthers } from '@signalbox/kit';
import { Type } from 'typebox';
import { ChangeRequest, findRequest } from '../request/change-request.ts';
import { requestParams } from '../request/change-request.schema.ts';
import { statesOf } from './states-of.ts';

/** Maximum number of evaluations per request. */
const maxEvaluations = 20_000;

export const evaluateChangeRequestRoute = route(
  {
    method: 'post',
    path: '/api/admin/playground/change-request/:id',
    summary: 'Evaluate the features of a change request as if it were applied',
    permission: 'authenticated',
    scope: 'project of the feature',
    params: Type.Object({ id: requestParams.properties.id }),
    body: Type.Object({ context: EvaluatedContext }),
    answers: { 200: AdvancedAnswer },
    failures: ['BadDataError', 'NotFoundError', 'UnavailableError'],
    ...changesNothing,
  },
  async ({ params, body }, context) => {
    const request = await findRequest(context, { projectId: await projectOf(context, params.id), id: params.id });
    return evaluateAsApplied(context, request, body.context);
  },
);

/** Throws 404 unless the caller can see the project of the request. */
async function projectOf({ em, access, actor }: OpenContext, id: number): Promise<string> {
  const request = await em.findOne(ChangeRequest, { id });
  if (request && access.sees(actor, request.project)) return request.project;
  throw new Failure('NotFoundError', `There is no change request ${id}.`);
}

async function evaluateAsApplied(context: OpenContext, request: ChangeRequest, written: EvaluatedContext) {
  const { environment, project } = request;
  const {
    states: { after },
    lists,
  } = await statesOf(context, request);
  const contexts = combine(written);
  const own = after.features.filter((feature) => feature.project === project);
  if (contexts.count * own.length > maxEvaluations)
    throw new Failure(
      'BadDataError',
      `This request needs ${contexts.count * own.length} evaluations; the maximum is ${maxEvaluations}. Send fewer values.`,
      {
        path: 'context',
      },
    );
  const segments = segmentsOf(after.segments, lists);
  const compiled = new Map(after.features.map((feature) => [feature.name, compileFeature(feature, environment, segments)]));
  // A fixed draw in place of randomness, so that the same request has the same result.
  const effects = { now: context.now, random: () => 0.5, hostname: '' };
  const evaluation: Evaluation = { contexts: contexts.in(environment), features: compiled, effects, templates: new ResultTemplates() };
  const features: string[] = [];
  for (const feature of own) {
    await yieldToOthers();
    features.push([...writeFeature(feature, [[environment, resultsOf(feature.name, evaluation)]])].join(''));
  }
  const head = {
    input: { environments: [environment], projects: [project], context: written },
    ...(contexts.dropped.length > 0 && { warnings: { invalidContextProperties: contexts.dropped } }),
  };
  return new WrittenReply(`${JSON.stringify(head).slice(0, -1)},"features":[${features.join(',')}]}`);
}

interface Evaluation {
  readonly contexts: Iterable<RequestedContext>;
  readonly features: ReadonlyMap<string, CompiledFeature>;
  readonly effects: Effects;
  readonly templates: ResultTemplates;
}

function* resultsOf(name: string, { contexts, features, effects, templates }: Evaluation): Generator<WrittenResult> {
  const feature = features.get(name);
  if (!feature) throw new Error(`cannot evaluate ${name}: it does not exist`);
  for (const { json, complete } of contexts) yield templates.write(feature, json, feature.explain(complete, effects, features));
}
