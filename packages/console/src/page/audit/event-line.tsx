import { formatAge } from '../../base/time.ts';
import { pageTexts } from '../texts.ts';
import { auditTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import { featureHref } from '../../frame/address.ts';
import type { AnswerOf } from '../../server/request.ts';
import { eventSentence, describeDetails, describeEvent } from '../feature/event-sentence.ts';
import { isOfPlan } from '../feature/undo-plan.tsx';
import { useSegmentNames } from '../feature/use-segment-names.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as tagStyles from '../../parts/tag.module.css';

export type LoggedEvent = AnswerOf<'GET /api/admin/search/events'>['events'][number];

/** One event with time, author, sentence and an undo button for events of features and applied plans. */
export function EventLine({ event, undo }: { readonly event: LoggedEvent; readonly undo: () => void }) {
  const segmentName = useSegmentNames();
  const { before, after } = eventSentence(event, event.project === null ? null : event.featureName);
  return (
    <li>
      <a href={`/audit/${event.id}`}>
        <span class="unseen">{auditTexts.toEvent(event.id)}, </span>
        <time dateTime={event.createdAt} title={new Date(event.createdAt).toLocaleString('en')}>
          {formatAge(Date.parse(event.createdAt), Date.now())}
        </time>
      </a>
      <p>
        <b>{event.createdBy}</b> {before} <Subject event={event} /> {after}
        {describeDetails(event, segmentName).map((detail) => (
          <small key={detail}>{detail}</small>
        ))}
      </p>
      {(event.featureName !== null || isOfPlan(event)) && (
        <button type="button" class={buttonStyles.small} aria-label={pageTexts.history.undoOf(describeEvent(event))} onClick={undo}>
          {partsTexts.undo}
        </button>
      )}
    </li>
  );
}

/** Subject of the event: a link to the feature, otherwise the project, if any. */
function Subject({ event: { project, featureName } }: { readonly event: LoggedEvent }) {
  if (project === null) return null;
  if (featureName === null) return <span class={tagStyles.tag}>{project}</span>;
  return (
    <a class="mono" href={featureHref(project, featureName)}>
      {featureName}
    </a>
  );
}
