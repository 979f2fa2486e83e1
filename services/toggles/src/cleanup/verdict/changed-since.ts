import { codeReferencesUpdated, type Envelope, eventDefinitions, exchanges, type StateChanged } from '@signalbox/contracts';
import type { OwnMessage } from '@signalbox/kit';
import { eachMessage } from '../../reading/feature-index/each-message.ts';
import type { IndexState } from '../../reading/feature-index/index-state.ts';

/** The features whose verdicts may have changed. */
export interface Changed {
  readonly features: ReadonlySet<string>;
  /** All features of these projects. */
  readonly projects: ReadonlySet<string>;
}

/** Above this number of messages, judging all features costs about the same. */
const maxMessages = 2000;

/** The changes of the messages between two numbers; null if everything may have changed. */
export async function changedSince(ownMessages: IndexState['ownMessages'], after: number, upTo: number): Promise<Changed | null> {
  if (upTo - after > maxMessages) return null;
  const touches: Touch[] = [];
  const isComplete = await eachMessage(ownMessages, { after, upTo }, (messages) => void touches.push(...messages.map(touchOf)));
  if (!isComplete || touches.includes('everything')) return null;
  const named = touches.filter((touch) => typeof touch === 'object');
  return {
    features: new Set(named.flatMap(({ feature }) => feature ?? [])),
    projects: new Set(named.flatMap(({ project }) => project ?? [])),
  };
}

type Touch = { readonly feature?: string; readonly project?: string } | 'everything' | 'nothing';

function touchOf({ exchange, body }: OwnMessage): Touch {
  if (exchange !== exchanges.events) return (JSON.parse(body) as StateChanged).resync ? 'everything' : 'nothing';
  const { type, featureName: feature, project } = (JSON.parse(body) as Envelope).data;
  if (feature !== null) return { feature };
  if (type === codeReferencesUpdated.type && project !== null) return { project };
  return eventDefinitions.get(type)?.touches === 'nothing' ? 'nothing' : 'everything';
}
