import type { FoundChangeRequest } from '../server/operations.ts';
import { words } from '../base/words.ts';

type Stated = Pick<FoundChangeRequest, 'state' | 'review' | 'reasonDue' | 'schedule'>;

/** How far a request has come, and what is still to be done after an emergency. */
export function StateTag({ request }: { readonly request: Stated }) {
  const { states } = words.changeRequest;
  return (
    <span class="states">
      <span class={`tag ${kinds[request.state] ?? ''}`}>{states[request.state]}</span>
      {request.schedule?.status === 'failed' && <span class="tag stop">{words.changeRequest.failed}</span>}
      {request.review === 'due' && <span class="tag caution">{words.changeRequest.reviewDue}</span>}
      {request.reasonDue && <span class="tag stop">{words.changeRequest.reasonDue}</span>}
    </span>
  );
}

const kinds: Readonly<Partial<Record<Stated['state'], string>>> = {
  'In review': 'caution',
  Approved: 'info',
  Scheduled: 'info',
  Applied: 'clear',
  Rejected: 'stop',
};
