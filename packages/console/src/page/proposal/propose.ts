import { changeRequestHref } from '../../frame/address.ts';
import { askAgain, type ChangeInput } from '../../server/ask.ts';
import { Refused } from '../../server/refusal.ts';
import { callOf, send } from '../../server/call.ts';
import { showToastWithLink } from '../../parts/layer/toast.tsx';
import { resolveTarget } from './resolve-target.ts';
import { chooseTarget, nameOf, targetOf, type Where } from './target.ts';

/** The response to a proposal, and where it went, in a sentence. */
export interface Proposed<T> {
  readonly answer: T;
  readonly added: string;
}

/** Sends a proposal to the request that the user chooses. The next ones go to the same request. Throws `Refused`. */
export async function proposeInto<T>(where: Where, work: (into: string) => Promise<T>, change?: string): Promise<Proposed<T>> {
  const into = await resolveTarget(where);
  const answer = await work(into);
  // The new request is the newest draft.
  chooseTarget(where, into === 'new' ? 'draft' : into);
  return { answer, added: `Added to ${nameOf(into)}${change === undefined ? '' : `: ${change}`}.` };
}

/** The request that proposes changes. */
const proposalCall = ({ project, environment }: Where, body: ChangeInput | readonly ChangeInput[], into: string) =>
  callOf('POST /api/admin/projects/{projectId}/environments/{environment}/change-requests', {
    path: { projectId: project, environment },
    query: { into },
    body,
  });

/** The same with the target that is known now, to be shown. */
export const shownProposal = (where: Where, body: ChangeInput | readonly ChangeInput[]) => proposalCall(where, body, targetOf(where));

/** Proposes changes, and confirms it in a toast that links to the change request. Throws `Refused`. */
export async function propose(where: Where, body: ChangeInput | readonly ChangeInput[], change?: string): Promise<void> {
  const { answer, added } = await proposeInto(where, (into) => send(proposalCall(where, body, into)), change);
  showToastWithLink(added, { title: 'Open', href: changeRequestHref(where.project, answer.id) });
}

/** Writes, or proposes the change if the server only accepts it as a change request. Throws `Refused`. */
export async function writeOrPropose(write: () => Promise<unknown>, where: Where, change: ChangeInput): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!needsRequest(error)) throw error;
    await propose(where, change);
    await askAgain();
  }
}

const needsRequest = (error: unknown): boolean =>
  error instanceof Refused && Array.isArray(error.body['permissions']) && error.body['permissions'].includes('SKIP_CHANGE_REQUEST');
