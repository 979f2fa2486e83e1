import { LinkedFeature } from '../feature/linked-feature.tsx';
import { formatClock, formatExact } from '../../base/format.ts';
import type { AnswerOf } from '../../server/ask.ts';
import { useProjectName } from '../../server/session.ts';
import { actorOf } from '../feature/actor-of.ts';
import { allWording, strategyDifferencesIn } from '../feature/event-details.ts';
import { eventSentence } from '../feature/event-sentence.ts';
import { objectHref } from './object-href.ts';
import { UndoButton } from '../feature/undo-button.tsx';
import { useSegmentNames } from '../strategy/use-segment-names.ts';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

export type LoggedEvent = AnswerOf<'GET /api/admin/search/events'>['events'][number];

/** One event with its time, author, sentence and differences, and an undo button if it can be undone. */
export function EventLine({ event }: { readonly event: LoggedEvent }) {
  const segmentName = useSegmentNames();
  const { verb, object, of, feature, after, project } = eventSentence(event, allWording);
  return (
    <li>
      <a href={`/audit/${event.id}`}>
        <span class="unseen">Event {event.id}, </span>
        <time dateTime={event.createdAt} title={formatExact(event.createdAt)}>
          {formatClock(Date.parse(event.createdAt))}
        </time>
      </a>
      <p>
        <b>{actorOf(event)}</b> {verb} <Named event={event} name={object} /> {of} <LinkedFeature project={event.project} name={feature} />{' '}
        {after} <ScopeOf project={project || null} environment={event.environment} />
        {strategyDifferencesIn(event, segmentName).map(({ part, before: old, after: next }) => (
          <small key={`${part} ${old} ${next}`}>
            {part} {old !== null && <del>{old}</del>} {next !== null && <ins>{next}</ins>}
          </small>
        ))}
      </p>
      <UndoButton event={event} />
    </li>
  );
}

/** The project and the environment of an event, as the end of its sentence. */
export function ScopeOf({ project, environment }: { readonly project: string | null; readonly environment: string | null }) {
  const nameOf = useProjectName();
  if (project === null && environment === null) return null;
  return (
    <>
      in {project !== null && <span class={tagStyles.tag}>{nameOf(project)}</span>}{' '}
      {environment !== null && <span class={badgeStyles.badge}>{environment}</span>}
    </>
  );
}

/** The name of the object of the event, linked unless the event deleted it. */
function Named({ event, name }: { readonly event: LoggedEvent; readonly name: string }) {
  const href = name ? objectHref(event) : null;
  if (href === null) return name;
  return (
    <a class="inline" href={href}>
      {name}
    </a>
  );
}
