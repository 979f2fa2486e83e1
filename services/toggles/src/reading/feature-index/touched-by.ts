import { environmentUpdated, type Envelope, eventDefinitions, exchanges, featuresImported, type StateChanged } from '@signalbox/contracts';
import type { OwnMessage } from '@signalbox/kit';

/** The parts of the index that messages of this service change. */
export interface Touched {
  /** Features that may have changed, been added or been removed. */
  readonly features: ReadonlySet<string>;
  /** Names of segments may have changed. */
  readonly segments: boolean;
  /** Any feature may have changed. */
  readonly everything: boolean;
}

export function touchedBy(messages: readonly OwnMessage[]): Touched {
  const touches = messages.map(touchOf);
  return {
    features: new Set(touches.flatMap((touch) => (typeof touch === 'object' ? [touch.feature] : []))),
    segments: touches.includes('segments'),
    everything: touches.includes('everything'),
  };
}

type Touch = { readonly feature: string } | 'segments' | 'everything' | 'nothing';

function touchOf({ exchange, body }: OwnMessage): Touch {
  if (exchange !== exchanges.events) return touchOfState(JSON.parse(body) as StateChanged);
  const { type, featureName } = (JSON.parse(body) as Envelope).data;
  return featureName === null ? touchOfEvent(type) : { feature: featureName };
}

/** Events cover the changes of single features. A resync may have no event of its own. */
const touchOfState = ({ resync }: StateChanged): Touch => (resync ? 'everything' : 'nothing');

/**
 * Events without an effect on evaluation that change lists: updates of the type or order of an environment, and imports that
 * remove tags and strategies without further events.
 */
const shown: readonly string[] = [environmentUpdated.type, featuresImported.type];

/** For an event that names no feature. */
function touchOfEvent(type: string): Touch {
  const touches = shown.includes(type) ? 'everything' : (eventDefinitions.get(type)?.touches ?? 'everything');
  if (touches === 'segment') return 'segments';
  return touches === 'nothing' ? 'nothing' : 'everything';
}
