import { eventSentence as sentenceOf, type EventSentence, plainWording, wordsOf, type Wording } from '@signalbox/contracts/event-sentences';
import type { Event } from '../../server/operations.ts';
import { strategyName } from '../../parts/strategy/strategy-name.ts';

/** The type of the event of a step of a release. */
export const milestoneStarted = 'release-plan-milestone-started';

/** Types of events that change who gets a feature in an environment. */
const effective: ReadonlySet<string> = new Set([
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'feature-environment-variants-updated',
  'strategy-order-changed',
  milestoneStarted,
]);

/** Whether an event took effect in an environment: a draft of a change request does not. */
export const tookEffectIn = (event: TypedEvent & Pick<Event, 'environment'>, name: string): boolean =>
  event.environment === name && effective.has(event.type) && !isOfStep(event);

type TypedEvent = Pick<Event, 'type'> & Partial<Pick<Event, 'data' | 'preData'>>;

/** True for the strategies that the start of a milestone adds and removes: its own event describes the step. */
export const isOfStep = ({ type, data, preData }: TypedEvent): boolean =>
  type.startsWith('feature-strategy-') && (data ?? preData)?.['milestoneId'] !== undefined;

/** The part of an event that its sentence needs. */
type LoggedEvent = Pick<Event, 'type' | 'environment' | 'data' | 'preData'>;

/** Action of an event without actor, feature and time. */
export function describeEvent(event: LoggedEvent, words = featureWording): string {
  const { verb, object, after } = eventSentence(event, null, words);
  const { of, object: hasObject } = wordsOf(event.type) ?? { of: 'of' };
  const needsFeature = of === undefined && hasObject === undefined && isOfFeature(event.type);
  return [verb, object, needsFeature ? 'the feature' : '', after, inEnvironment(event)].filter(Boolean).join(' ');
}

/** Types whose sentence is incomplete without the name of the feature. */
const isOfFeature = (type: string): boolean => type.startsWith('feature-');

const inEnvironment = ({ environment }: Pick<Event, 'environment'>): string => (environment === null ? '' : `in ${environment}`);

/** Words of the console for events that concern a feature itself. `allWording` covers those of its releases too. */
export const featureWording: Wording = { ...plainWording, strategy: strategyName };

/** The sentence of an event, for lines that link to its feature, if any. */
export const eventSentence = (event: LoggedEvent, featureName: string | null, words = featureWording): EventSentence =>
  sentenceOf(event, featureName, words);

/** The permission that the undo of an event requires; undefined if it cannot be undone, like the first step of a release. */
export const undoPermission = (event: TypedEvent): string | undefined =>
  isOfStep(event) || (event.type === milestoneStarted && event.preData === null) ? undefined : wordsOf(event.type)?.undo;

/** True for an applied plan that can be undone as one. */
export const isOfPlan = ({ type, project, data }: Pick<Event, 'type' | 'project' | 'data'>): boolean =>
  type === 'plan-applied' && project !== null && typeof data?.['id'] === 'string';
