import type { FoundChangeRequest } from '../server/operations.ts';
import { partsTexts } from './texts.ts';

type Stated = Pick<FoundChangeRequest, 'state' | 'review' | 'reasonDue' | 'schedule'>;

/** How far a request has come, and what is still to be done after an emergency. */
export function StateTag({ request }: { readonly request: Stated }) {
  const states = partsTexts.changeRequest.states;
  return (
    <span class="states">
      <span class={`tag ${kinds[request.state] ?? ''}`}>{states[request.state]}</span>
      {request.schedule?.status === 'failed' && <span class="tag stop">{partsTexts.changeRequest.failed}</span>}
      {request.review === 'due' && <span class="tag caution">{partsTexts.changeRequest.reviewDue}</span>}
      {request.reasonDue && <span class="tag stop">{partsTexts.changeRequest.reasonDue}</span>}
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
