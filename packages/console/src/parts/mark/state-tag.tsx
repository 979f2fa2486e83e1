import type { FoundChangeRequest } from '../../server/operations.ts';
import { formatMoment } from '../../base/time.ts';
import { partsTexts } from '../texts.ts';
import * as styles from './state-tag.module.css';
import * as tagStyles from './tag.module.css';

type TaggedRequest = Pick<FoundChangeRequest, 'state' | 'review' | 'reasonDue' | 'schedule'>;

/** State of a request, and open tasks after an emergency. */
export function StateTag({ request }: { readonly request: TaggedRequest }) {
  return (
    <span class={styles.states}>
      <span class={kinds[request.state] ?? tagStyles.tag}>{describeState(request)}</span>
      {request.schedule?.status === 'failed' && <span class={tagStyles.stop}>{partsTexts.changeRequest.failed}</span>}
      {request.review === 'due' && <span class={tagStyles.caution}>{partsTexts.changeRequest.reviewDue}</span>}
      {request.reasonDue && <span class={tagStyles.stop}>{partsTexts.changeRequest.reasonDue}</span>}
    </span>
  );
}

function describeState({ state, schedule }: TaggedRequest): string {
  const { states, scheduledFor } = partsTexts.changeRequest;
  return schedule?.status === 'pending' ? scheduledFor(formatMoment(Date.parse(schedule.scheduledAt))) : states[state];
}

const kinds: Readonly<Partial<Record<TaggedRequest['state'], string | undefined>>> = {
  'In review': tagStyles.caution,
  Approved: tagStyles.info,
  Scheduled: tagStyles.info,
  Applied: tagStyles.clear,
  Rejected: tagStyles.stop,
};
