import { Constraint, EvaluatedContext, type FeatureState, nullable } from '@signalbox/contracts';
import { chunksFrom, compileFeature, fetchLists, lookup, segmentsOf } from '@signalbox/engine';
import { flatten } from '@signalbox/engine/playground';
import { changesNothing, yieldToOthers } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { tooLong } from '../answer/pace.ts';
import { type PlaygroundContext, route } from '../open-playground.ts';
import { playgroundBudgetMs } from '../surface.ts';

const maxConstraints = 200;
const maxContexts = 100;

const ConstraintsQuestion = Type.Object({
  constraints: Type.Array(Constraint, { maxItems: maxConstraints }),
  contexts: Type.Array(EvaluatedContext, { minItems: 1, maxItems: maxContexts }),
});
type ConstraintsQuestion = Static<typeof ConstraintsQuestion>;

/** `missed` is the first constraint that does not match, and `given` the value of its field in the context; null if missing. */
const Tried = Type.Object({
  holds: Type.Boolean(),
  missed: Type.Optional(Constraint),
  given: Type.Optional(nullable(Type.String())),
});
type Tried = Static<typeof Tried>;

/** Contexts are in the order of the request. */
const ConstraintsAnswer = Type.Object({ contexts: Type.Array(Tried) });

export const tryConstraintsRoute = route(
  {
    method: 'post',
    path: '/api/admin/playground/constraints',
    summary: 'Evaluate constraints against several contexts; all constraints must match, as in a segment',
    permission: 'authenticated',
    body: ConstraintsQuestion,
    answers: { 200: ConstraintsAnswer },
    failures: ['BadDataError', 'NotFoundError', 'UnavailableError'],
    ...changesNothing,
  },
  ({ body }, context) => tryConstraints(context, body),
);

const environment = 'any';

async function tryConstraints(context: PlaygroundContext, { constraints, contexts }: ConstraintsQuestion) {
  const { now, settings, state } = context;
  const segments = [{ id: 1, name: 'constraints', constraints: [...constraints] }];
  const lists = await fetchLists(
    segments,
    chunksFrom((question, input) => context.ask(question, input)),
    yieldToOthers,
    state.replica.view.lists,
  );
  const feature = compileFeature(featureOfSegment, environment, segmentsOf(segments, lists));
  const effects = { now, random: () => 0.5, hostname: '' };
  const budgetMs = settings.get(playgroundBudgetMs);
  const until = now().getTime() + budgetMs;
  const tried: Tried[] = [];
  for (const written of contexts) {
    await yieldToOthers();
    if (now().getTime() > until) throw tooLong(budgetMs);
    const own = Object.fromEntries(flatten(written).fields);
    const [strategy] = feature.explain(own, effects, new Map()).strategies;
    const missed = strategy?.segments[0]?.constraints.find(({ result }) => !result)?.state;
    tried.push(missed ? { holds: false, missed, given: lookup(own, missed.contextName) ?? null } : { holds: true });
  }
  return { contexts: tried };
}

/** The engine only evaluates features: this one is on where the constraints of segment 1 match. */
const featureOfSegment: FeatureState = {
  name: 'constraints',
  project: '',
  type: '',
  description: null,
  stale: false,
  impressionData: false,
  dependencies: [],
  environments: {
    [environment]: {
      enabled: true,
      strategies: [{ name: 'default', parameters: {}, constraints: [], variants: [], segments: [1] }],
      variants: [],
    },
  },
};
