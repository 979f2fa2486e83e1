import type { SegmentNames } from '../../parts/sentence.ts';
import type { Event } from '../../server/operations.ts';
import { sentences } from './event-sentences.ts';
import { differenceLine, type PropertyDifference, strategyDifferences, strategyIn } from './strategy/strategy-draft.ts';

/** Types of events that change who gets a feature in an environment. */
const effective: ReadonlySet<string> = new Set([
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'feature-environment-variants-updated',
  'strategy-order-changed',
]);

/** Whether an event took effect in an environment: a draft of a change request does not. */
export const tookEffectIn = ({ type, environment }: Pick<Event, 'type' | 'environment'>, name: string): boolean =>
  environment === name && effective.has(type);

/** The part of an event that its sentence needs. */
type LoggedEvent = Pick<Event, 'type' | 'environment' | 'data' | 'preData'>;

/** Action of an event without actor, feature and time. */
export function describeEvent(event: LoggedEvent): string {
  const { verb, object, after } = eventSentence(event, null);
  const { of, object: hasObject } = sentences[event.type] ?? { of: 'of' };
  const needsFeature = of === undefined && hasObject === undefined && isOfFeature(event.type);
  return [verb, object, needsFeature ? 'the feature' : '', after, inEnvironment(event)].filter(Boolean).join(' ');
}

/** Types whose sentence is incomplete without the name of the feature. */
const isOfFeature = (type: string): boolean => type.startsWith('feature-');

const inEnvironment = ({ environment }: Pick<Event, 'environment'>): string => (environment === null ? '' : `in ${environment}`);

/** A sentence in parts: verb, object, preposition, then the feature, then `after` and the environment. */
interface EventSentence {
  readonly verb: string;
  readonly object: string;
  readonly of: string;
  readonly after: string;
}

/** The sentence of an event, for lines that link to its feature, if any. */
export function eventSentence({ type, data, preData }: LoggedEvent, featureName: string | null): EventSentence {
  const { verb, object, of = '', tail = '' } = sentences[type] ?? { verb: type.replaceAll('-', ' ') };
  const content = { ...preData, ...data };
  return { verb, object: object?.(content) ?? '', of: featureName ? of : '', after: typeof tail === 'function' ? tail(content) : tail };
}

/** The permission that the undo of an event requires; undefined if it cannot be undone. */
export const undoPermission = ({ type }: Pick<Event, 'type'>): string | undefined => sentences[type]?.undo;

/** True for an applied plan that can be undone as one. */
export const isOfPlan = ({ type, project, data }: Pick<Event, 'type' | 'project' | 'data'>): boolean =>
  type === 'plan-applied' && project !== null && typeof data?.['id'] === 'string';

type ChangedContent = Pick<Event, 'type' | 'data' | 'preData'>;

/** The differences of an updated strategy; empty for other events. */
export const strategyDifferencesIn = ({ type, data, preData }: ChangedContent, segmentName: SegmentNames): readonly PropertyDifference[] =>
  type !== 'feature-strategy-update' || data === null || preData === null
    ? []
    : strategyDifferences(strategyIn(preData), strategyIn(data), segmentName);

/** The differences of an updated strategy, one per line; empty for other events. */
export const describeDetails = (event: ChangedContent, segmentName: SegmentNames): readonly string[] =>
  strategyDifferencesIn(event, segmentName).map(differenceLine);
