import type { FoundChangeRequest } from '../../server/ask.ts';
import { formatMoment } from '../../base/format.ts';
import * as styles from './state-tag.module.css';
import * as tagStyles from './tag.module.css';

type TaggedRequest = Pick<FoundChangeRequest, 'state' | 'review' | 'reasonDue' | 'schedule'>;

/** State of a request, and open tasks after an emergency. */
export function StateTag({ request }: { readonly request: TaggedRequest }) {
  return (
    <span class={styles.states}>
      <span class={kinds[request.state] ?? tagStyles.tag}>{describeState(request)}</span>
      {request.schedule?.status === 'failed' && <span class={tagStyles.stop}>failed to apply</span>}
      {request.review === 'due' && <span class={tagStyles.caution}>review due</span>}
      {request.reasonDue && <span class={tagStyles.stop}>reason missing</span>}
    </span>
  );
}

function describeState({ state, schedule }: TaggedRequest): string {
  return schedule?.status === 'pending' ? `Scheduled for ${formatMoment(Date.parse(schedule.scheduledAt))}` : state;
}

const kinds: Readonly<Partial<Record<TaggedRequest['state'], string | undefined>>> = {
  'In review': tagStyles.caution,
  Approved: tagStyles.info,
  Scheduled: tagStyles.info,
  Applied: tagStyles.clear,
  Rejected: tagStyles.stop,
};
