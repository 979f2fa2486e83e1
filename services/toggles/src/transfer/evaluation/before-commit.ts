import {
  changeRequestConfigurationUpdated,
  featureCreated,
  type FeatureState,
  type Protection,
  type Rules,
  type StateChanged,
  type Tag,
} from '@signalbox/contracts';
import { type Context, type DraftEvent, type EntityManager, type StateDraft, stateDraft, yieldToOthers } from '@signalbox/kit';
import { changesFeature } from '../../base/activity/changes-feature.ts';
import { noteActivity } from '../../base/activity/note-activity.ts';
import { noteCollaborators } from '../../base/activity/note-collaborators.ts';
import { eachChunk, perStatement } from '../../base/database/in-chunks.ts';
import { isRaised } from '../../feature/feature/feature.ts';
import { raiseVersions } from '../../feature/feature/raise-versions.ts';
import { guardEvents } from './guard-events.ts';
import { guardRules } from './guard-rules.ts';
import { readRules } from '../../project/project/project.ts';
import { publishBypass } from '../../project/protection/refuse-protected.ts';
import { readSampled } from '../../project/protection/read-sampled.ts';
import { readTags } from '../../feature/tag/feature-tag.ts';
import { refuseServerOnly } from './refuse-server-only.ts';
import { readFeatureStates, readStatesAndTags } from './feature-state.ts';
import { readSegmentStates } from './segment-state.ts';
import { everything, featureBroadcast } from '../../base/feature-broadcast.ts';

/**
 * Ends each unit of work: judges it, records a bypass ahead of its events, increments the versions of the features in them, completes their
 * tags, records activity for reports, and returns the state message.
 */
export async function beforeCommit(context: Context, events: DraftEvent[]): Promise<StateDraft[]> {
  const { em } = context;
  await guardEvents(context, events);
  await refuseServerOnly(context, events);
  const named = new Set(events.flatMap(({ body }) => (body.featureName ? [body.featureName] : [])));
  const touched = touchedBy(events);
  await raiseVersions(em, notRaised(context, events));
  const { tags, states, rules } = await readNamed(em, named, touched, new Set(events.flatMap(({ body }) => body.project ?? [])));
  await guardRules(context, events, { tags, states, rules });
  publishBypass(context, events);
  completeTags(events, tags);
  await noteActivity(em, events);
  if (events.length > eventsAtOnce) await yieldToOthers();
  await noteCollaborators(em, events);
  return stateOf(context, events, touched, states);
}

/** The changed features whose versions have not been incremented yet. A created feature already has its first version. */
function notRaised(context: Context, events: readonly DraftEvent[]): Set<string> {
  const changed = new Set(events.flatMap(({ body }) => (changesFeature(body) ? [body.featureName] : [])));
  for (const { body } of events) if (body.type === featureCreated.type) changed.delete(body.featureName ?? '');
  return new Set([...changed].filter((name) => !isRaised(context, name)));
}

/** More events than this keep the process busy for tens of milliseconds. */
const eventsAtOnce = 1000;

/**
 * The tags of the named features, the states of touched ones, and the rules of their projects: in one statement unless there are too many
 * names. Where everything is touched, the states are those that the rules judge.
 */
async function readNamed(em: EntityManager, named: ReadonlySet<string>, touched: Touched, projects: ReadonlySet<string>) {
  if (touched !== 'everything' && touched.size > 0 && named.size <= perStatement) {
    const { tags, states, rules } = await readStatesAndTags(em, [...named]);
    return { tags, states: states.filter(({ name }) => touched.has(name)), rules };
  }
  const tags = new Map<string, Tag[]>();
  await eachChunk([...named], async (chunk) => {
    for (const [featureName, own] of await readTags(em, chunk)) tags.set(featureName, own);
  });
  const isJudged = named.size > 0 && (touched === 'everything' || touched.size > 0);
  const rules = isJudged ? await readRules(em, [...projects]) : new Map<string, Rules>();
  const states: FeatureState[] = [];
  const needed = touched !== 'everything' ? touched : rules.size > 0 ? named : [];
  await eachChunk([...needed], async (chunk) => void states.push(...(await readFeatureStates(em, chunk))));
  return { tags, states, rules };
}

function completeTags(events: readonly DraftEvent[], tags: ReadonlyMap<string, readonly Tag[]>): void {
  for (const { body } of events) {
    if (body.featureName && body.tags.length === 0) body.tags = [...(tags.get(body.featureName) ?? [])];
  }
}

type State = Omit<StateChanged, 'revision' | 'previous'>;

const nothing: State = { resync: false, features: [], removedFeatures: [], segments: [], removedSegments: [] };
/** About as many as fit into one message. Above that, replicas fetch everything again, page by page. */
const featuresPerState = 500;

type Touched = ReadonlySet<string> | 'everything';

/** The features whose state changes, or everything if one message cannot contain them. */
function touchedBy(events: readonly DraftEvent[]): Touched {
  const touched = new Set(events.flatMap(({ touches, body }) => (touches === 'feature' && body.featureName ? [body.featureName] : [])));
  const isWide = events.some(({ touches, body }) => touches === 'everything' || (touches === 'feature' && !body.featureName));
  return isWide || touched.size > featuresPerState ? 'everything' : touched;
}

async function stateOf(context: Context, events: readonly DraftEvent[], touched: Touched, features: FeatureState[]): Promise<StateDraft[]> {
  if (touched === 'everything') return [stateDraft(featureBroadcast, everything)];
  const sampled = events.some(changesSampling) ? { sampled: await readSampled(context.em) } : null;
  if (!sampled && touched.size === 0 && !events.some(({ touches }) => touches === 'segment')) return [];
  const removedFeatures = [...touched.difference(new Set(features.map(({ name }) => name)))];
  return [stateDraft(featureBroadcast, { ...nothing, features, removedFeatures, ...(await segmentsOf(context, events)), ...sampled })];
}

function changesSampling({ body: { type, data, preData } }: DraftEvent): boolean {
  if (type !== changeRequestConfigurationUpdated.type) return false;
  const [after, before] = [data, preData].map(
    (content) => (content as { readonly protection?: Protection | null } | null)?.protection?.recentContexts ?? false,
  );
  return after !== before;
}

/** The event of a segment contains its current version, or the last one if it was deleted. */
async function segmentsOf(context: Context, events: readonly DraftEvent[]): Promise<Pick<State, 'segments' | 'removedSegments'>> {
  const ids = events.flatMap(({ touches, body }) => (touches === 'segment' ? [((body.data ?? body.preData) as { id: number }).id] : []));
  const touched = new Set(ids);
  const segments = touched.size === 0 ? [] : await readSegmentStates(context, [...touched]);
  return { segments, removedSegments: [...touched.difference(new Set(segments.map(({ id }) => id)))] };
}
