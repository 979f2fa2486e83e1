import { counted } from '../../base/counted.ts';
import { formatClock, formatExact } from '../../base/time.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { allWording } from '../feature/event-details.ts';
import { describeEvent } from '../feature/event-sentence.ts';
import { EventLine, type LoggedEvent } from './event-line.tsx';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as historyStyles from '../../parts/mark/history.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface FoldedLineProps {
  /** Newest first, all of one request. */
  readonly events: readonly [LoggedEvent, ...LoggedEvent[]];
  /** Whether it starts expanded. */
  readonly isOpen: boolean;
  readonly undo: (event: LoggedEvent) => void;
}

const firstOf = (texts: readonly string[]) => `${texts.slice(0, 3).join(', ')}${texts.length > 3 ? ` and ${texts.length - 3} more` : ''}`;

/** The act of a request in one phrase: its own words if they are few, otherwise the number of features. */
function describeAct(sentences: readonly string[], features: number): string {
  if (sentences.length <= 2) return sentences.join(', ');
  const isNew = sentences.some((sentence) => sentence.startsWith('created the feature'));
  return features > 1
    ? `${isNew ? 'created' : 'changed'} ${counted(features, 'feature')}`
    : `${sentences[0]} and ${sentences.length - 1} more`;
}

/** Several events of one request in one expandable line. */
export function FoldedLine({ events, isOpen, undo }: FoldedLineProps) {
  const [{ createdAt, createdBy }] = events;
  const environments = new Set(events.map(({ environment }) => environment));
  // Named once if it is the same for all.
  const common = environments.size === 1 ? events[0].environment : null;
  const sentences = events
    .toReversed()
    .map((event) => describeEvent(common === null ? event : { ...event, environment: null }, allWording));
  const features = new Set(events.flatMap(({ featureName }) => featureName ?? []));
  return (
    <li class={historyStyles.folded}>
      <details open={isOpen}>
        <summary>
          <time dateTime={createdAt} title={formatExact(createdAt)}>
            {formatClock(Date.parse(createdAt))}
          </time>
          <span>
            <b>{createdBy}</b> {describeAct([...new Set(sentences)], features.size)}{' '}
            {common !== null && (
              <>
                in <span class={badgeStyles.badge}>{common}</span>{' '}
              </>
            )}
            <span class={tagStyles.tag}>{events.length.toLocaleString('en')} events</span>
            <small class="mono">{firstOf([...features])}</small>
          </span>
          <Icon name="down" />
        </summary>
        <ol class={historyStyles.history}>
          {events.map((event) => (
            <EventLine key={event.id} event={event} undo={() => undo(event)} />
          ))}
        </ol>
      </details>
    </li>
  );
}
