import { eventSentence as sentenceOf, type EventSentence, plainWording, wordsOf, type Wording } from '@signalbox/contracts/event-sentences';
import type { Event } from '../../server/operations.ts';
import { strategyName } from '../../parts/strategy/strategy-name.ts';

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

/** The permission that the undo of an event requires; undefined if it cannot be undone. */
export const undoPermission = ({ type }: Pick<Event, 'type'>): string | undefined => wordsOf(type)?.undo;

/** True for an applied plan that can be undone as one. */
export const isOfPlan = ({ type, project, data }: Pick<Event, 'type' | 'project' | 'data'>): boolean =>
  type === 'plan-applied' && project !== null && typeof data?.['id'] === 'string';
