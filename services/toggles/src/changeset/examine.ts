import { type ChangesetInput, type ChangesetOutput, type ExaminedChange, Failure, type Refusal } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { Feature, isArchived } from '../feature/feature/feature.ts';
import { Segment } from '../feature/segment/segment.ts';
import { lockFeatures } from '../lifecycle/lock-order.ts';
import { refusalOf, savepoint, type Step, type Trial, tryAll } from './carry-out.ts';
import type { ReadChange } from './change-kind.ts';
import { readChange } from './change-kinds.ts';
import { reachOf, readPersonas, readStates } from './evaluated-states.ts';
import { readProtectionOf } from './protection-of.ts';

/** What applying the set would do, change by change. Nothing of it stays. */
export async function examine(context: Context, input: ChangesetInput): Promise<ChangesetOutput> {
  const { em } = context;
  const changes = await readAll(input);
  const steps = changes.flatMap(({ id, read }) => (read instanceof Failure ? [] : [{ id, change: read }]));
  const features = await readFeatures(context, steps);
  const conflicts = conflictsOf(input.project, steps, features);
  const possible = steps.filter(({ change }) => change.of === 'segment' || !conflicts.has(change.target.featureName));
  const currents = await currentsOf(context, steps);
  const names = await segmentNames(context, steps);
  const reach = input.states ? await reachOf(em, input.project, readChanges(possible)) : [];
  const before = await readStates(em, reach);
  const takeBack = await savepoint(em, 'whole_set');
  const trial = await tryAll(context, possible);
  const after = await readStates(em, reach);
  await takeBack();
  return {
    applied: false,
    ...(await readProtectionOf(context, input, readChanges(steps))),
    conflicts: [...conflicts].map(([feature, refusal]) => ({ feature, refusal: presentRefusal(refusal) })),
    changes: changes.map((change) =>
      presentExamined(change, { trial, current: currents.get(change.id) ?? null, segment: names.get(change.id) ?? null }),
    ),
    defaultChanges: [...trial.defaultChanges],
    states: input.states ? { before, after, personas: await readPersonas(em, input.project) } : null,
  };
}

/** A change of the set, or why it cannot be read. */
interface SetChange {
  readonly id: number;
  readonly read: ReadChange | Failure;
}

const readAll = ({ changes, ...scene }: ChangesetInput): Promise<SetChange[]> =>
  Promise.all(
    changes.map(async (change) => ({ id: change.id, read: await Promise.try(() => readChange(scene, change)).catch(refusalOf) })),
  );

const readChanges = (steps: readonly Step[]): ReadChange[] => steps.map(({ change }) => change);

/** The features that the steps name, locked in the order of their names. */
async function readFeatures(context: Context, steps: readonly Step[]): Promise<ReadonlyMap<string, Feature>> {
  const touched = steps.flatMap(({ change }) => change.touches.flatMap(({ kind, id }) => (kind === 'feature' ? [id] : [])));
  const names = [...new Set(touched)];
  await lockFeatures(context, names);
  const found = await context.em.find(Feature, { name: { $in: names } });
  return new Map(found.map((feature) => [feature.name, feature]));
}

/** Why the changes of whole features cannot be carried out. */
function conflictsOf(project: string, steps: readonly Step[], features: ReadonlyMap<string, Feature>): ReadonlyMap<string, Failure> {
  const conflicts = new Map<string, Failure>();
  for (const { change } of steps) {
    const { featureName: name } = change.target;
    const feature = features.get(name);
    if (change.of === 'segment') continue;
    if (feature?.project !== project)
      conflicts.set(name, new Failure('NotFoundError', `There is no feature ${name} in project ${project}.`));
    else if (isArchived(feature)) conflicts.set(name, new Failure('NotFoundError', `The feature ${name} is archived.`));
  }
  return conflicts;
}

async function currentsOf(context: Context, steps: readonly Step[]): Promise<ReadonlyMap<number, ExaminedChange['current']>> {
  const currents = new Map<number, ExaminedChange['current']>();
  for (const { id, change } of steps) currents.set(id, await change.current(context));
  return currents;
}

/** The names of the segments that changes are about, as they are now. */
async function segmentNames({ em }: Context, steps: readonly Step[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Map(
    steps.flatMap(({ id, change }) =>
      change.touches.flatMap((touched) => (touched.kind === 'segment' ? [[id, Number(touched.id)] as const] : [])),
    ),
  );
  if (ids.size === 0) return new Map();
  const segments = await em.find(Segment, { id: { $in: [...new Set(ids.values())] } });
  const names = new Map(segments.map((segment) => [segment.id, segment.name]));
  return new Map([...ids].flatMap(([id, segment]) => (names.has(segment) ? [[id, names.get(segment) ?? ''] as const] : [])));
}

interface Findings {
  readonly trial: Trial;
  readonly current: ExaminedChange['current'];
  readonly segment: string | null;
}

function presentExamined({ id, read }: SetChange, { trial, current, segment }: Findings): ExaminedChange {
  if (read instanceof Failure)
    return { id, refusal: presentRefusal(read), sentence: '', touches: [], current: null, proposed: null, segment: null };
  const refusal = trial.refusals.get(id);
  const { sentence, touches, proposed } = read;
  return { id, refusal: refusal ? presentRefusal(refusal) : null, sentence, touches: [...touches], current, proposed, segment };
}

function presentRefusal({ name, message, details: [detail] }: Failure): Refusal {
  return { name, message, ...(detail?.path === undefined ? {} : { path: detail.path }) };
}
