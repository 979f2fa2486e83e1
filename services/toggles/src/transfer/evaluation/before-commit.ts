import { changeRequestConfigurationUpdated, type Protection, type StateChanged, type Tag } from '@signalbox/contracts';
import { type DraftEvent, type EntityManager, type StateDraft, stateDraft } from '@signalbox/kit';
import { noteActivity } from '../../base/activity/note-activity.ts';
import { noteCollaborators } from '../../base/activity/note-collaborators.ts';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { tablesOf } from '../../base/database/tables.ts';
import { readSampled } from '../../project/protection/read-sampled.ts';
import { readTags } from '../../feature/tag/feature-tag.ts';
import { readFeatureStates } from './feature-state.ts';
import { readSegmentStates } from './segment-state.ts';
import { featureBroadcast } from '../../base/feature-broadcast.ts';

/**
 * Ends each unit of work: raises the versions of the features it names, gives its events the tags of those features,
 * notes what reports will say of them, and writes down what evaluation must know.
 */
export async function beforeCommit(em: EntityManager, events: DraftEvent[]): Promise<StateDraft[]> {
  // Favorites name no project: they say something of a user, and must not make an `If-Match` fail.
  const changed = new Set(events.flatMap(({ body }) => (body.featureName && body.project ? [body.featureName] : [])));
  const named = new Set(events.flatMap(({ body }) => (body.featureName ? [body.featureName] : [])));
  await raiseVersions(em, changed);
  await completeTags(em, events, named);
  await noteActivity(em, events);
  await noteCollaborators(em, events);
  return stateOf(em, events);
}

/** A unit of work may name thousands of features. */
const namesAtOnce = 500;

async function raiseVersions(em: EntityManager, names: ReadonlySet<string>): Promise<void> {
  await eachChunk([...names], namesAtOnce, (chunk) =>
    tablesOf(em)
      .updateTable('feature')
      .set((feature) => ({ version: feature('version', '+', 1) }))
      .where('name', 'in', chunk)
      .execute(),
  );
}

async function completeTags(em: EntityManager, events: readonly DraftEvent[], names: ReadonlySet<string>): Promise<void> {
  const tagsOf = new Map<string, Tag[]>();
  await eachChunk([...names], namesAtOnce, async (chunk) => {
    for (const [featureName, tags] of await readTags(em, chunk)) tagsOf.set(featureName, tags);
  });
  for (const { body } of events) {
    if (body.featureName && body.tags.length === 0) body.tags = [...(tagsOf.get(body.featureName) ?? [])];
  }
}

type State = Omit<StateChanged, 'revision' | 'previous'>;

const nothing: State = { resync: false, features: [], removedFeatures: [], segments: [], removedSegments: [] };
/** About what fits into a message: with more, replicas fetch everything anew, page by page. */
const featuresPerState = 500;

async function stateOf(em: EntityManager, events: readonly DraftEvent[]): Promise<StateDraft[]> {
  const touched = new Set(events.flatMap(({ touches, body }) => (touches === 'feature' && body.featureName ? [body.featureName] : [])));
  const everything = events.some(({ touches, body }) => touches === 'everything' || (touches === 'feature' && !body.featureName));
  if (everything || touched.size > featuresPerState) return [stateDraft(featureBroadcast, { ...nothing, resync: true })];
  const sampled = events.some(changesSampling) ? { sampled: await readSampled(em) } : null;
  if (!sampled && !events.some(({ touches }) => touches === 'feature' || touches === 'segment')) return [];
  return [stateDraft(featureBroadcast, { ...nothing, ...(await featuresOf(em, touched)), ...(await segmentsOf(em, events)), ...sampled })];
}

function changesSampling({ body: { type, data, preData } }: DraftEvent): boolean {
  if (type !== changeRequestConfigurationUpdated.type) return false;
  const [after, before] = [data, preData].map(
    (content) => (content as { readonly protection?: Protection | null } | null)?.protection?.recentContexts ?? false,
  );
  return after !== before;
}

async function featuresOf(em: EntityManager, touched: ReadonlySet<string>): Promise<Pick<State, 'features' | 'removedFeatures'>> {
  const features = await readFeatureStates(em, [...touched]);
  return { features, removedFeatures: [...touched.difference(new Set(features.map(({ name }) => name)))] };
}

/** What is stated of a segment holds it as it is or, where it is gone, as it was. */
async function segmentsOf(em: EntityManager, events: readonly DraftEvent[]): Promise<Pick<State, 'segments' | 'removedSegments'>> {
  const ids = events.flatMap(({ touches, body }) => (touches === 'segment' ? [((body.data ?? body.preData) as { id: number }).id] : []));
  const touched = new Set(ids);
  const segments = touched.size === 0 ? [] : await readSegmentStates(em, [...touched]);
  return { segments, removedSegments: [...touched.difference(new Set(segments.map(({ id }) => id)))] };
}
