import { Constraint, EvaluatedContext, type FeatureState, nullable } from '@signalbox/contracts';
import { compileFeature, lookup } from '@signalbox/engine';
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
    failures: ['BadDataError'],
    ...changesNothing,
  },
  ({ body }, context) => tryConstraints(context, body),
);

const environment = 'any';

async function tryConstraints({ now, settings }: PlaygroundContext, { constraints, contexts }: ConstraintsQuestion) {
  const feature = compileFeature(featureWith(constraints), environment, new Map());
  const effects = { now, random: () => 0.5, hostname: '' };
  const budgetMs = settings.get(playgroundBudgetMs);
  const until = now().getTime() + budgetMs;
  const tried: Tried[] = [];
  for (const written of contexts) {
    await yieldToOthers();
    if (now().getTime() > until) throw tooLong(budgetMs);
    const own = Object.fromEntries(flatten(written).fields);
    const [strategy] = feature.explain(own, effects, new Map()).strategies;
    const missed = strategy?.constraints.find(({ result }) => !result)?.state;
    tried.push(missed ? { holds: false, missed, given: lookup(own, missed.contextName) ?? null } : { holds: true });
  }
  return { contexts: tried };
}

/** The engine only evaluates features: this one is on where the constraints match. */
const featureWith = (constraints: readonly Constraint[]): FeatureState => ({
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
      strategies: [{ name: 'default', parameters: {}, constraints: [...constraints], variants: [], segments: [] }],
      variants: [],
    },
  },
});
