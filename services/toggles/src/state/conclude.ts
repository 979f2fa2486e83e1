import type { DraftEvent, EntityManager, StateDraft } from '@signalbox/kit';
import { noteActivity } from '../insight/note-activity.ts';
import { FeatureTag } from '../tag/feature-tag.ts';
import { readFeatureStates } from './feature-state.ts';
import { readSegmentStates } from './segment-state.ts';

/**
 * Ends each unit of work: raises the versions of the features it names, gives its events the tags of those features,
 * notes what reports will say of them, and writes down what evaluation must know.
 */
export async function conclude(em: EntityManager, events: DraftEvent[]): Promise<StateDraft[]> {
  // Favorites name no project: they say something of a person, and nobody's `If-Match` fails for them.
  const changed = new Set(events.flatMap(({ body }) => (body.featureName && body.project ? [body.featureName] : [])));
  const named = new Set(events.flatMap(({ body }) => (body.featureName ? [body.featureName] : [])));
  await raiseVersions(em, [...changed]);
  await completeTags(em, events, [...named]);
  await noteActivity(em, events);
  return stateOf(em, events);
}

async function raiseVersions(em: EntityManager, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await em
    .getKysely<{ feature: { name: string; version: number } }>()
    .updateTable('feature')
    .set((feature) => ({ version: feature('version', '+', 1) }))
    .where('name', 'in', [...names])
    .execute();
}

async function completeTags(em: EntityManager, events: readonly DraftEvent[], names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const rows = await em.find(FeatureTag, { featureName: { $in: [...names] } }, { orderBy: { type: 'asc', value: 'asc' } });
  const tagsOf = Map.groupBy(rows, ({ featureName }) => featureName);
  for (const { body } of events) {
    if (!body.featureName || body.tags.length > 0) continue;
    body.tags = (tagsOf.get(body.featureName) ?? []).map(({ type, value }) => ({ type, value }));
  }
}

type State = Extract<StateDraft, { kind: 'toggles-state' }>['state'];

async function stateOf(em: EntityManager, events: readonly DraftEvent[]): Promise<StateDraft[]> {
  const nothing: State = { resync: false, features: [], removedFeatures: [], segments: [], removedSegments: [] };
  if (events.some(({ touches }) => touches === 'everything')) return [{ kind: 'toggles-state', state: { ...nothing, resync: true } }];
  if (!events.some(({ touches }) => touches === 'feature' || touches === 'segment')) return [];
  return [{ kind: 'toggles-state', state: { ...nothing, ...(await featuresOf(em, events)), ...(await segmentsOf(em, events)) } }];
}

async function featuresOf(em: EntityManager, events: readonly DraftEvent[]): Promise<Pick<State, 'features' | 'removedFeatures'>> {
  const touched = new Set(events.flatMap(({ touches, body }) => (touches === 'feature' && body.featureName ? [body.featureName] : [])));
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
