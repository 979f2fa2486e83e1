import {
  type DescribedEvent,
  eventSentence as sentenceOf,
  type EventSentence,
  plainWording,
  wordsOf,
  type Wording,
} from '@signalbox/contracts/event-sentences';
import type { Event } from '../../server/ask.ts';
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

/** Action of an event without actor and time. `features` stand for the feature, where the sentence is incomplete without it. */
export function describeEvent(event: DescribedEvent, words = featureWording, features = 'the feature'): string {
  const { of, object: hasObject } = wordsOf(event.type) ?? { of: 'of' };
  const featureName = of === undefined && hasObject === undefined && event.type.startsWith('feature-') ? features : null;
  const { verb, object, feature, after } = eventSentence({ ...event, featureName }, words);
  return [verb, object, feature, after, event.environment && `in ${event.environment}`].filter(Boolean).join(' ');
}

/** Words of the console for events that concern a feature itself. `allWording` covers those of its releases too. */
export const featureWording: Wording = { ...plainWording, strategy: strategyName };

/** The sentence of an event, for lines that link to its feature, if any. */
export const eventSentence = (event: DescribedEvent, words = featureWording): EventSentence => sentenceOf(event, words);

/** The permission that the undo of an event requires; undefined if it cannot be undone, like the first step of a release. */
export const undoPermission = (event: TypedEvent): string | undefined =>
  isOfStep(event) || (event.type === milestoneStarted && event.preData === null) || isAboutTimes(event)
    ? undefined
    : wordsOf(event.type)?.undo;

/** True if only times differ, which an import or another event sets. */
const isAboutTimes = ({ data, preData }: TypedEvent): unknown => data && withoutTimes(data) === withoutTimes(preData);

const withoutTimes = (content: TypedEvent['data']): string =>
  JSON.stringify(content, (name, value: unknown) => (/At$|^archived/.test(name) ? null : value));

/** True for an applied plan that can be undone as one. */
export const isOfPlan = ({ type, project, data }: Pick<Event, 'type' | 'project' | 'data'>): boolean =>
  type === 'plan-applied' && project !== null && typeof data?.['id'] === 'string';
