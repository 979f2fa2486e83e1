import { counted } from '../../base/counted.ts';
import { formatClock, formatExact } from '../../base/time.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { actorOf } from '../feature/actor-of.ts';
import { describeAct } from './describe-act.ts';
import { EventLine, type LoggedEvent, ScopeOf } from './event-line.tsx';
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

/** The value that all have, if any. */
const commonOf = (values: readonly (string | null)[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

/** Several events of one request in one expandable line. */
export function FoldedLine({ events, isOpen, undo }: FoldedLineProps) {
  const [{ createdAt }] = events;
  const project = commonOf(events.map((event) => event.project));
  const environment = commonOf(events.map((event) => event.environment));
  // Named once if it is the same for all.
  const named = events.toReversed().map((event) => (environment === null ? event : { ...event, environment: null }));
  const features = new Set(events.flatMap(({ featureName }) => featureName ?? []));
  return (
    <li class={historyStyles.folded}>
      <details open={isOpen}>
        <summary>
          <time dateTime={createdAt} title={formatExact(createdAt)}>
            {formatClock(Date.parse(createdAt))}
          </time>
          <span>
            <b>{actorOf(events[0])}</b> {describeAct(named)} <ScopeOf project={project} environment={environment} />{' '}
            <span class={tagStyles.tag}>{counted(events.length, 'event')}</span>
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
