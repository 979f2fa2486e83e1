import { counted } from '../../base/format.ts';
import type { Event } from '../../server/ask.ts';
import { allWording } from '../feature/event-details.ts';
import { describeEvent, milestoneStarted } from '../feature/event-sentence.ts';

type ActEvent = Pick<Event, 'type' | 'project' | 'environment' | 'featureName' | 'data' | 'preData'>;

/** Types of events that name the act of their group. The first one in the group counts. */
const leads = [
  'safeguard-triggered',
  'plan-applied',
  'features-imported',
  'change-request-applied',
  'change-request-created',
  'release-plan-added',
  milestoneStarted,
  'project-created',
  'project-deleted',
  'environment-created',
  'feature-created',
];

const maxSentences = 2;

/** The act of a request in one phrase, from its events, oldest first: its name, or its own words if they are few. */
export function describeAct(events: readonly ActEvent[]): string {
  const { size } = new Set(events.flatMap(({ featureName }) => featureName ?? []));
  const lead = leads.map((type) => events.find((event) => event.type === type)).find(Boolean);
  if (lead?.type === 'features-imported') return `imported ${counted(size, 'feature')}`;
  if (lead?.data?.['source'] === 'promotion') return `promoted ${counted(size, 'feature')}`;
  const features = size > 1 ? counted(size, 'feature') : 'the feature';
  const sentences = [...new Set((lead ? [lead] : events).map((event) => describeEvent(event, allWording, features)))];
  if (sentences.length <= maxSentences) return sentences.join(', ');
  return size > 1 ? `changed ${features}` : `${sentences[0]} and ${sentences.length - 1} more`;
}
