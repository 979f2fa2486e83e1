import type { Constraint } from '@signalbox/contracts';
import { listsIn } from '@signalbox/engine';
import type { ReadContext } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { type FeatureUse, type LocalApplication, readLocalApplications } from '../../feature/list/local-applications.ts';
import { readLongLists } from '../../feature/list/segment-list.ts';
import { Segment } from '../../feature/segment/segment.ts';
import { readVisibleUses } from '../../feature/segment/users-of-segment.ts';
import { locatedStrategies } from '../document/located-strategies.ts';
import type { SettingsSpec } from '../document/settings.schema.ts';
import type { Content } from './compare-documents.ts';
import type { PlannedAction, ProjectPlan } from './project-plan.ts';
import { withEffects } from './with-effects.ts';

type Judging = Pick<ReadContext, 'em' | 'now' | 'settings' | 'access' | 'actor'>;

/** A segment before and after a plan. It has no constraints where it does not exist. */
interface SegmentChange {
  readonly id: number | null;
  readonly before: readonly Constraint[];
  readonly after: readonly Constraint[];
}

/** The plan with the effect of each change, and the applications that it would shut out. */
export const withConsequences = async (context: Judging, plan: ProjectPlan) => ({
  ...plan,
  actions: await withLocalApplications(context, await withEffects(context, plan.actions)),
});

/**
 * Adds to each change the applications that it would shut out: they evaluate locally, and the feature would use a list that only servers
 * evaluate, which it did not before.
 */
async function withLocalApplications<A extends PlannedAction>(
  context: Judging,
  actions: readonly A[],
): Promise<(A & { readonly localApplications?: LocalApplication[] })[]> {
  const segments = await readSegments(context, actions);
  const isLong = await longIn(context, [...segments.values()]);
  const uses = new Map<A, readonly FeatureUse[]>();
  for (const action of actions) {
    const own = action.kind === 'Segment' ? await newlyLong(context, action, segments, isLong) : newlyUsing(action, segments, isLong);
    if (own.length > 0) uses.set(action, own);
  }
  const applications = Map.groupBy(await readLocalApplications(context, [...uses.values()].flat()), keyOf);
  return actions.map((action) => {
    const shutOut = (uses.get(action) ?? []).flatMap((use) => applications.get(keyOf(use)) ?? []);
    return shutOut.length === 0 ? action : { ...action, localApplications: shutOut };
  });
}

const keyOf = ({ feature, environment }: FeatureUse): string => compositeKey(feature, environment);

/** The segments that the actions change, or that features begin to use, by name. */
async function readSegments({ em }: Judging, actions: readonly PlannedAction[]): Promise<ReadonlyMap<string, SegmentChange>> {
  const changed = actions.filter(({ kind }) => kind === 'Segment');
  const names = new Set([...changed.map(({ name }) => name), ...actions.flatMap((action) => [...addedSegments(action)])]);
  const segments = new Map<string, SegmentChange>();
  await eachChunk([...names], async (chunk) => {
    for (const { id, name, constraints } of await em.find(Segment, { name: { $in: [...chunk] } }))
      segments.set(name, { id, before: constraints, after: constraints });
  });
  for (const { name, after } of changed) segments.set(name, { id: null, before: [], ...segments.get(name), after: constraintsIn(after) });
  return segments;
}

const constraintsIn = (content: Content | null): readonly Constraint[] => (content?.['constraints'] ?? []) as readonly Constraint[];

async function longIn(context: Judging, segments: readonly SegmentChange[]): Promise<(constraints: readonly Constraint[]) => boolean> {
  const contents = segments.flatMap(({ before, after }) => [{ constraints: before }, { constraints: after }]);
  const long = await readLongLists(context, contents);
  return (constraints) => listsIn([{ constraints }]).intersection(long).size > 0;
}

type IsLong = Awaited<ReturnType<typeof longIn>>;
type Segments = ReadonlyMap<string, SegmentChange>;

/** The features that use a segment whose list becomes too long for SDKs. */
async function newlyLong(context: Judging, { name }: PlannedAction, segments: Segments, isLong: IsLong): Promise<readonly FeatureUse[]> {
  const { id = null, before = [], after = [] } = segments.get(name) ?? {};
  return id !== null && isLong(after) && !isLong(before) ? readVisibleUses(context, id) : [];
}

/** The feature in its environment, if it begins to use such a segment. */
function newlyUsing(action: PlannedAction, segments: Segments, isLong: IsLong): readonly FeatureUse[] {
  const { name, environment } = action;
  const isUsing = [...addedSegments(action)].some((segment) => isLong(segments.get(segment)?.after ?? []));
  return environment !== undefined && isUsing ? [{ feature: name, environment }] : [];
}

/** Names of the segments that strategies of a feature begin to use. */
function addedSegments({ kind, environment, before, after }: PlannedAction): ReadonlySet<string> {
  if (kind !== 'Feature' || environment === undefined) return new Set();
  return segmentsIn(after).difference(segmentsIn(before));
}

const segmentsIn = (settings: Content | null): Set<string> =>
  new Set(locatedStrategies((settings ?? {}) as SettingsSpec).flatMap(({ strategy }) => strategy.segments ?? []));
