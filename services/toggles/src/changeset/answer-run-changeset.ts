import { LockMode } from '@mikro-orm/core';
import { type ChangesetInput, type ChangesetOutput, Failure, runChangeset } from '@signalbox/contracts';
import { answer, type Context, type OpenContext } from '@signalbox/kit';
import { Feature } from '../feature/feature/feature.ts';
import { lockFeatures } from '../lifecycle/lock-order.ts';
import { ProjectEnvironment } from '../project/project/project.ts';
import { approvalsHere } from '../transfer/evaluation/guard-events.ts';
import { authorsHere } from '../release/plan/shape-plan.ts';
import { executeAll } from './execute.ts';
import { readChange } from './change-kinds.ts';
import { lackingForAll } from './lacking.ts';
import { effectsHash } from './effects.ts';
import { readPersonas } from './evaluated-states.ts';
import { dryRunOnce } from './dry-run-once.ts';
import { givenUp, noteOutcome, outcomeOf } from './changeset-outcome.ts';
import { readProtectionOf } from './protection-of.ts';

/** Validates, applies or abandons a changeset for other services (decision 62). */
export const answerRunChangeset = answer(runChangeset, (input, context) => purposes[input.purpose](context, input));

const purposes: Readonly<Record<ChangesetInput['purpose'], (context: OpenContext, input: ChangesetInput) => Promise<ChangesetOutput>>> = {
  examine: validate,
  apply: async (context, input) => {
    const applied = await context.write((unit) => applyOnce(unit, input), input.actor);
    const raised = context.raised();
    return { ...applied, ...(raised && { revision: raised.number }) };
  },
  abandon: (context, input) => context.write((unit) => abandon(unit, input), input.actor),
};

/** Requirements of the environment depend on the time, and personas change without events, so both are read each time. */
async function validate(context: OpenContext, input: ChangesetInput): Promise<ChangesetOutput> {
  await findEnvironmentOf(context, input);
  const { isProjectWide, states, ...outcome } = await dryRunOnce(context, input);
  return {
    applied: false,
    ...(await readProtectionOf(context, input, { isProjectWide, segments: globalSegmentsIn(outcome.changes) })),
    ...outcome,
    lacking: lackingForAll(context.access, input),
    states: states && { ...states, personas: await readPersonas(context.em, input.project) },
  };
}

const globalSegmentsIn = (changes: ChangesetOutput['changes']): number[] =>
  changes.flatMap(({ global, touches }) => (global ? touches.flatMap(({ kind, id }) => (kind === 'segment' ? Number(id) : [])) : []));

async function applyOnce(context: Context, input: ChangesetInput): Promise<ChangesetOutput> {
  const key = keyOf(input);
  await lockEnvironmentOf(context, input);
  const outcome = await outcomeOf(context.em, key);
  if (outcome === false) throw givenUp(key);
  if (outcome === undefined) await apply(context, input, key);
  return report(true);
}

async function abandon(context: Context, input: ChangesetInput): Promise<ChangesetOutput> {
  const key = keyOf(input);
  await lockEnvironmentOf(context, input).catch(goneIsFine);
  const outcome = await outcomeOf(context.em, key);
  if (outcome === undefined) noteOutcome(context, key, false);
  return report(outcome ?? false);
}

/** Applies all changes or none. */
async function apply(
  context: Context,
  { changes, expectedEffects, approvedIn, authors = [], ...scene }: ChangesetInput,
  key: string,
): Promise<void> {
  context.slot(authorsHere).push(...authors);
  if (approvedIn) context.slot(approvalsHere).given = approvedIn;
  const steps = changes.map((change) => ({ id: change.id, change: readChange(scene, change) }));
  const names = steps.flatMap(({ change }) => change.touches.flatMap(({ kind, id }) => (kind === 'feature' ? [id] : [])));
  await lockFeatures(context, names);
  const features = await readCreations(context, names);
  const effects = await executeAll(context, steps);
  if (expectedEffects !== undefined && expectedEffects !== effectsHash(features, effects))
    throw new Failure(
      'ConflictError',
      'Applying these changes would no longer have the approved effect, for example because the default strategy has changed. Review them again.',
      { extra: { effectsChanged: true } },
    );
  noteOutcome(context, key, true);
}

const readCreations = ({ em }: Context, names: readonly string[]) =>
  em.find(Feature, { name: { $in: [...new Set(names)] } }, { fields: ['name', 'createdAt'], disableIdentityMap: true });

const report = (applied: boolean): ChangesetOutput => ({
  applied,
  protection: null,
  frozen: null,
  conflicts: [],
  changes: [],
  defaultChanges: [],
  states: null,
});

function keyOf({ purpose, key }: ChangesetInput): string {
  if (key !== null) return key;
  throw new Failure('BadRequestError', `The purpose ${purpose} requires a key.`);
}

const linkOf = ({ project, environment }: ChangesetInput) => ({ project, environment });

async function findEnvironmentOf({ em }: OpenContext, input: ChangesetInput): Promise<void> {
  if (!(await em.findOne(ProjectEnvironment, linkOf(input)))) throw noEnvironment(input);
}

/** Changesets of one environment run one after the other, so that each key has one outcome. */
async function lockEnvironmentOf({ em }: Context, input: ChangesetInput): Promise<void> {
  if (!(await em.findOne(ProjectEnvironment, linkOf(input), { lockMode: LockMode.PESSIMISTIC_WRITE }))) throw noEnvironment(input);
}

const noEnvironment = ({ project, environment }: ChangesetInput) =>
  new Failure('NotFoundError', `There is no environment ${environment} in project ${project}.`);

/** If the environment no longer exists, the changeset can no longer be applied. */
function goneIsFine(error: unknown): void {
  if (!(error instanceof Failure) || error.name !== 'NotFoundError') throw error;
}
