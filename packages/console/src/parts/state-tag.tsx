import type { FoundChangeRequest } from '../server/operations.ts';
import { partsTexts } from './texts.ts';
import * as styles from './state-tag.module.css';
import * as tagStyles from './tag.module.css';

type TaggedRequest = Pick<FoundChangeRequest, 'state' | 'review' | 'reasonDue' | 'schedule'>;

/** State of a request, and open tasks after an emergency. */
export function StateTag({ request }: { readonly request: TaggedRequest }) {
  const states = partsTexts.changeRequest.states;
  return (
    <span class={styles.states}>
      <span class={kinds[request.state] ?? tagStyles.tag}>{states[request.state]}</span>
      {request.schedule?.status === 'failed' && <span class={tagStyles.stop}>{partsTexts.changeRequest.failed}</span>}
      {request.review === 'due' && <span class={tagStyles.caution}>{partsTexts.changeRequest.reviewDue}</span>}
      {request.reasonDue && <span class={tagStyles.stop}>{partsTexts.changeRequest.reasonDue}</span>}
    </span>
  );
}

const kinds: Readonly<Partial<Record<TaggedRequest['state'], string | undefined>>> = {
  'In review': tagStyles.caution,
  Approved: tagStyles.info,
  Scheduled: tagStyles.info,
  Applied: tagStyles.clear,
  Rejected: tagStyles.stop,
};
