import { codeReferencesUpdated, type Envelope, exchanges } from '@signalbox/contracts';
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

/**
 * The features that the messages between two numbers changed; null if that may be all. A change of segments or environments is left to the
 * hourly run, because it may concern every feature.
 */
export async function changedSince(ownMessages: IndexState['ownMessages'], after: number, upTo: number): Promise<Changed | null> {
  if (upTo - after > maxMessages) return null;
  const [features, projects] = [new Set<string>(), new Set<string>()];
  const isComplete = await eachMessage(ownMessages, { after, upTo }, (messages) => {
    for (const { exchange, body } of messages) {
      if (exchange !== exchanges.events) continue;
      const { type, featureName, project } = (JSON.parse(body) as Envelope).data;
      if (featureName !== null) features.add(featureName);
      else if (type === codeReferencesUpdated.type && project !== null) projects.add(project);
    }
  });
  return isComplete ? { features, projects } : null;
}
