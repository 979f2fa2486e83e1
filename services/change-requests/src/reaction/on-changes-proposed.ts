import { type changesProposed, type Principal, system } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { mergeInto } from '../change/add-changes.ts';
import { isTooMuch } from '../change/change.schema.ts';
import { mergeChanges } from '../change/merge-changes.ts';
import { openSeparateDraft, openRequest } from '../change/open-request.ts';
import { type NewChange, numbered } from '../change/store-changes.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { moveByEdit } from '../request/move.ts';
import { findChanges, type ProposedChange } from '../request/proposed-change.ts';
import { transitions } from '../request/state-machine.ts';

/** The number of approvals is unknown until the first dry run. */
const notKnownYet = { requiredApprovals: 0 };

/** Adds imported changes for a protected environment to the importer's open request, or to a draft. */
export async function onChangesProposed(unit: Context, event: ReceivedEvent<typeof changesProposed>): Promise<void> {
  const context: Context = { ...unit, actor: authorOf(event) };
  const where = { project: event.project ?? '', environment: event.environment ?? '' };
  const proposed = numbered(event.data.changes);
  const open = await openRequest(context, where, notKnownYet);
  const request = (await accepts(context, open, proposed)) ? open : await openSeparateDraft(context, where, notKnownYet);
  await mergeInto(context, request, proposed, { changes: [] });
  const edit = transitions.find(({ from, trigger }) => from === request.state && trigger === 'edit');
  if (!edit) throw new Error(`an open request is ${request.state}`);
  await moveByEdit(context, request, edit);
  await context.em.flush();
}

/** False for a request that is being applied or would become too large. */
async function accepts({ em }: Context, request: ChangeRequest, proposed: readonly NewChange[]): Promise<boolean> {
  if (request.applyingSince !== null) return false;
  const merged = mergeChanges<NewChange | ProposedChange>(await findChanges(em, request.id), proposed);
  return !isTooMuch(merged.map(({ change }) => change));
}

/** The principal of the importer, reconstructed from its key. */
function authorOf({ createdBy, createdByUserId, data: { author } }: ReceivedEvent<typeof changesProposed>): Principal {
  const [kind = '', id] = author.split(':');
  return {
    ...system,
    kind: kind as Principal['kind'],
    id: createdByUserId,
    name: createdBy,
    ...(createdByUserId === null && { tokenId: Number(id) }),
  };
}
