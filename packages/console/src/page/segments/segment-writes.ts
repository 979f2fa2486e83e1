import type { NamedCall } from '../../parts/layer/as-curl.tsx';
import { propose, shownProposal } from '../proposal/propose.ts';
import type { Where } from '../proposal/target.ts';
import { showToast } from '../../parts/layer/toast.tsx';
import { askAgain, ask, askWithVersion } from '../../server/ask.ts';
import { Refused } from '../../server/refusal.ts';
import { callOf, send } from '../../server/call.ts';
import { describeSegmentChanges, segmentContent, type SegmentContent } from './segment-content.ts';
import type { ReadSegment } from './use-segment.ts';
import { takeBack } from '../proposal/take-back.ts';

const ofOne = '/api/admin/segments/{id}';

/** Creates a segment and returns its id. `accepted` is called before the page shows it. Throws `Refused`. */
export async function createSegment(body: SegmentContent, accepted: () => void): Promise<number> {
  const { id } = await ask('POST /api/admin/segments', { body });
  accepted();
  showToast(`Created ${body.name}.`);
  await askAgain();
  return id;
}

/**
 * Saves a segment with an `If-Match` of the version that was read, or proposes the change. `accepted` is
 * called before the page shows it. Throws `Refused`.
 */
export async function saveSegment(
  { segment, version }: ReadSegment,
  body: SegmentContent,
  { where, accepted }: { readonly where: Where | null; readonly accepted: () => void },
): Promise<void> {
  if (where) await propose(where, { action: 'updateSegment', payload: { id: segment.id, ...body } });
  else {
    await put(segment.id, body, version);
    showToast(`Saved ${body.name}.`, () => void takeBack(() => restore(segment.id, body, segmentContent(segment))));
  }
  accepted();
  await askAgain();
}

/** Deletes a segment, or proposes it. Throws `Refused`, whose message lists its uses. */
export async function deleteSegment({ segment }: ReadSegment, where: Where | null): Promise<'deleted' | 'proposed'> {
  const { id, name } = segment;
  if (where) await propose(where, removalProposed(segment));
  else {
    await send(removal(id));
    showToast(`Deleted ${name}.`);
  }
  await askAgain();
  return where ? 'proposed' : 'deleted';
}

const replacement = (id: number, body: SegmentContent, ifMatch: string) =>
  callOf(`PUT ${ofOne}`, { path: { id }, body, ...(ifMatch && { ifMatch }) });

const removal = (id: number) => callOf(`DELETE ${ofOne}`, { path: { id } });

const removalProposed = ({ id, name }: ReadSegment['segment']) => ({ action: 'deleteSegment', payload: { id, name } }) as const;

/** The requests behind the buttons of a segment. The save request has the current content. */
export function segmentCalls({ segment, version }: ReadSegment, where: Where | null): readonly NamedCall[] {
  const { id, name } = segment;
  const read = { title: `Get ${name}`, call: callOf(`GET ${ofOne}`, { path: { id } }) };
  if (where) return [read, { title: `Propose to delete ${name}`, call: shownProposal(where, removalProposed(segment)) }];
  return [
    read,
    { title: `Save ${name} unchanged`, call: replacement(id, segmentContent(segment), version) },
    { title: `Delete ${name}`, call: removal(id) },
  ];
}

/** Writes with `If-Match`. On a version mismatch, refetches before it throws. */
async function put(id: number, body: SegmentContent, ifMatch: string): Promise<void> {
  try {
    await send(replacement(id, body, ifMatch));
  } catch (error) {
    if (error instanceof Refused && error.status === 412) await askAgain(`GET ${ofOne}`);
    throw error;
  }
}

/** Restores the previous content unless it has changed since. */
async function restore(id: number, saved: SegmentContent, before: SegmentContent): Promise<boolean> {
  const { answer, version } = await askWithVersion(`GET ${ofOne}`, { path: { id } });
  if (describeSegmentChanges(saved, segmentContent(answer)).length > 0) return false;
  await put(id, before, version);
  return true;
}
