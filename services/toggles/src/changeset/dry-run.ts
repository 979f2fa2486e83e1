import { type ChangesetInput, type ChangesetOutput, type DryRunChange, Failure, type Refusal } from '@signalbox/contracts';
import { type Context, type OpenContext, yieldToOthers } from '@signalbox/kit';
import { Feature, isArchived } from '../feature/feature/feature.ts';
import type { Segment } from '../feature/segment/segment.ts';
import { lockFeatures } from '../lifecycle/lock-order.ts';
import { guardOfProposals } from '../transfer/evaluation/guard-rules.ts';
import { defaultChangesOf, refusalOf, savepoint, type Trial, tryAll } from './execute.ts';
import type { ReadChange, Step } from './change-kind.ts';
import { readChange } from './change-kinds.ts';
import { effectsHash } from './effects.ts';
import { type JoinedStates, joinStates, reachOf, readStates, type StatesOfChunk } from './evaluated-states.ts';
import { chunksOf } from './chunks.ts';
import { type CurrentState, readCurrentState } from './current-state.ts';

/**
 * Validates a changeset and returns its effect, change by change, without keeping any of it. A large changeset runs in chunks,
 * each in its own transaction, so that locks are short. The result for one feature is consistent, but different features may
 * reflect different moments.
 */
export async function dryRun(context: OpenContext, input: ChangesetInput): Promise<DryRunFindings> {
  const { em } = context;
  const changes = await readAll(input);
  const steps = changes.flatMap(({ id, read }) => (read instanceof Failure ? [] : [{ id, change: read }]));
  const reach = input.states ? await reachOf(em, input.project, readChanges(steps)) : null;
  const findings: ChunkFindings[] = [];
  for (const chunk of await chunksOf(em, steps)) {
    await yieldToOthers();
    findings.push(await context.write((unit) => dryRunChunk(unit, { scene: input, steps: chunk, reach }), input.actor));
  }
  const conflicts = new Map(findings.flatMap((found) => [...found.conflicts]));
  const effects = findings.flatMap(({ trial }) => trial.effects);
  const defaults = new Map(defaultChangesOf(steps, effects).map((change) => [change.feature, change]));
  const features = [...new Set(changes.map(({ feature }) => feature ?? ''))];
  const found = new Map(findings.flatMap((chunk) => chunk.steps.map(({ id }) => [id, chunk] as const)));
  const serialized = changes.map((change) => serializeChange(change, found.get(change.id)));
  return {
    isProjectWide: steps.some(({ id, change }) => change.projectWide && !serialized.some((one) => one.id === id && one.global)),
    conflicts: features.flatMap((feature) => {
      const refusal = conflicts.get(feature);
      return refusal ? [{ feature, refusal: serializeRefusal(refusal) }] : [];
    }),
    changes: serialized,
    defaultChanges: features.flatMap((feature) => defaults.get(feature) ?? []),
    effectsHash: effectsHash(
      findings.flatMap((found) => found.features),
      effects,
    ),
    states: reach && (await joinStates(context, reach, findings)),
  };
}

/** Findings that depend only on the state of toggles. */
export interface DryRunFindings extends Pick<ChangesetOutput, 'conflicts' | 'changes' | 'defaultChanges' | 'effectsHash'> {
  /** Null if they were not requested. */
  readonly states: JoinedStates | null;
  /** True if any change affects all environments of the project. */
  readonly isProjectWide: boolean;
}

interface Chunk {
  readonly scene: ChangesetInput;
  readonly steps: readonly Step[];
  /** The features whose evaluation states are requested; null if none are. */
  readonly reach: readonly string[] | null;
}

interface ChunkFindings {
  readonly steps: readonly Step[];
  readonly features: readonly Pick<Feature, 'name' | 'createdAt'>[];
  readonly conflicts: ReadonlyMap<string, Failure>;
  readonly trial: Trial;
  readonly present: CurrentState;
  /** States of the requested features that the changes touch. */
  readonly states: StatesOfChunk | null;
}

async function dryRunChunk(context: Context, { scene, steps, reach }: Chunk): Promise<ChunkFindings> {
  const { em } = context;
  const touched = (kind: string) =>
    new Set(steps.flatMap(({ change }) => change.touches.flatMap((one) => (one.kind === kind ? [one.id] : []))));
  const named = [...touched('feature')];
  const segments = [...touched('segment')].map(Number);
  const features = await lockAndRead(context, named);
  const conflicts = conflictsOf(scene.project, steps, features);
  const possible = steps.filter(({ change }) => change.of !== 'feature' || !conflicts.has(change.target.featureName));
  const present = await readCurrentState(context, scene, { features: named, segments });
  em.clear();
  const own = reach && { features: reach.filter((name) => touched('feature').has(name)), segments };
  const before = own && (await readStates(context, own.features, own.segments));
  const rollBack = await savepoint(em, 'whole_set');
  const trial = await tryAll(context, possible, await guardOfProposals(em, scene.project));
  const after = own && (await readStates(context, own.features, own.segments));
  await rollBack();
  return {
    steps,
    features: [...features.values()],
    conflicts,
    trial,
    present,
    states: before && after && { features: new Set(own?.features), before, after },
  };
}

/** A change of the set, or the reason why it is invalid. */
interface SetChange {
  readonly id: number;
  readonly feature: string | null;
  readonly read: ReadChange | Failure;
}

const readAll = ({ changes, ...scene }: ChangesetInput): Promise<SetChange[]> =>
  Promise.all(
    changes.map(async (change) => ({
      id: change.id,
      feature: change.feature,
      read: await Promise.try(() => readChange(scene, change)).catch(refusalOf),
    })),
  );

const readChanges = (steps: readonly Step[]): ReadChange[] => steps.map(({ change }) => change);

/** The features that exist, locked in the order of their names. */
async function lockAndRead(context: Context, names: readonly string[]): Promise<ReadonlyMap<string, Feature>> {
  if (names.length === 0) return new Map();
  await lockFeatures(context, names);
  const found = await context.em.find(Feature, { name: { $in: [...names] } });
  return new Map(found.map((feature) => [feature.name, feature]));
}

/** Reasons why none of the changes of a feature can be executed. */
function conflictsOf(project: string, steps: readonly Step[], features: ReadonlyMap<string, Feature>): ReadonlyMap<string, Failure> {
  const conflicts = new Map<string, Failure>();
  for (const { change } of steps) {
    const { featureName: name } = change.target;
    const feature = features.get(name);
    if (change.of !== 'feature') continue;
    if (feature?.project !== project)
      conflicts.set(name, new Failure('NotFoundError', `There is no feature ${name} in project ${project}.`));
    else if (isArchived(feature)) conflicts.set(name, new Failure('NotFoundError', `The feature ${name} is archived.`));
  }
  return conflicts;
}

function serializeChange({ id, read }: SetChange, found: ChunkFindings | undefined): DryRunChange {
  if (read instanceof Failure)
    return { id, refusal: serializeRefusal(read), sentence: '', touches: [], current: null, proposed: null, segment: null };
  if (!found) throw new Error(`change ${id} is in no chunk`);
  const { sentence, touches, proposed } = read;
  const refusal = found.trial.refusals.get(id);
  const segment = changedSegment(read, found.present);
  return {
    id,
    refusal: refusal ? serializeRefusal(refusal) : null,
    sentence,
    touches: [...touches, ...read.uses(found.present).map((segment) => ({ kind: 'used-segment' as const, id: String(segment) }))],
    current: read.current(found.present),
    proposed,
    segment: segment?.name ?? null,
    ...(segment && !segment.project && { global: true }),
  };
}

function changedSegment({ touches }: ReadChange, { segment }: CurrentState): Segment | undefined {
  const touched = touches.find(({ kind }) => kind === 'segment');
  return touched && segment(Number(touched.id));
}

function serializeRefusal({ name, message, details: [detail], extra: { rule } }: Failure): Refusal {
  return { name, message, ...(detail?.path === undefined ? {} : { path: detail.path }), ...(typeof rule === 'string' && { rule }) };
}
