import { environmentUpdated, type Envelope, eventDefinitions, exchanges, featuresImported, type StateChanged } from '@signalbox/contracts';
import type { OwnMessage } from '@signalbox/kit';

/** What messages of this service say has changed of what is indexed. */
export interface Touched {
  /** Each feature may have changed, come or gone. */
  readonly features: ReadonlySet<string>;
  /** Segments may have other names. */
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

/** The event states what a state says of single features. That evaluation must see all anew may have no event of its own. */
const touchOfState = ({ resync }: StateChanged): Touch => (resync ? 'everything' : 'nothing');

/**
 * What no evaluation sees by these events alone, and lists show: the type of an environment and its place in the order; tags and
 * strategies that an import takes off features, of which no other event tells.
 */
const shown: readonly string[] = [environmentUpdated.type, featuresImported.type];

/** Of an event that names no feature. */
function touchOfEvent(type: string): Touch {
  const touches = shown.includes(type) ? 'everything' : (eventDefinitions.get(type)?.touches ?? 'everything');
  if (touches === 'segment') return 'segments';
  return touches === 'nothing' ? 'nothing' : 'everything';
}
