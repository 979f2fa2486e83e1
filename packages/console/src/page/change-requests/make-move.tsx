import { execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { askForMoment } from '../../parts/form/moment-form.ts';
import { openForm } from '../../parts/form/value-form.tsx';
import { askAgain } from '../../server/answer.ts';
import type { ChangeRequest } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { send } from '../../server/call.ts';
import { ask } from '../../server/request.ts';
import { askForReason } from '../proposal/ask-for-reason.ts';
import { Seal } from './seal.tsx';
import type { MoveName } from './moves.ts';
import { discardCall, isBound, moveCall, type PlainMove, reviewCall, stateCall } from './request-calls.ts';
import { moveTitles, doneMoves } from './moves.ts';

const oneRequest = 'GET /api/admin/projects/{projectId}/change-requests/{id}';

/** Opens the form or confirmation of a move and sends it. */
export const makeMove = (name: MoveName, request: ChangeRequest): void => ways[name](request);

const ways: Readonly<Record<MoveName, (request: ChangeRequest) => void>> = {
  send: (request) => askForComment(request, 'send'),
  approve: (request) => askForComment(request, 'approve'),
  reject: (request) => askForComment(request, 'reject'),
  apply: (request) => askForComment(request, 'apply'),
  cancel: (request) => askForComment(request, 'cancel'),
  callOff: (request) => askForComment(request, 'callOff'),
  schedule,
  reschedule: schedule,
  discard,
  review,
  explain: askForReason,
};

const moveHints = {
  send: 'Optional. Anything reviewers should know.',
  approve: 'Optional. Your approval covers only the content you see here.',
  reject: 'Explain what is wrong. A rejected request can’t be reopened.',
  apply: 'Either all changes take effect or none do.',
  schedule: '',
  reschedule: '',
  callOff: 'This closes the request. No changes are applied.',
  cancel: 'This closes the request. No changes are applied.',
  discard: 'All changes in this draft will be lost. None of them has taken effect.',
  review: 'This change bypassed the review. Your name is recorded as the reviewer.',
};

/** Asks for an optional comment. Moves that others decide on include the hash of the shown content. */
function askForComment(request: ChangeRequest, name: PlainMove): void {
  openForm({
    title: moveTitles[name],
    submitTitle: moveTitles[name],
    initial: { comment: '' },
    entries: {
      comment: { kind: 'text', label: 'Comment', hint: moveHints[name] },
    },
    beside: () => isBound(name) && <Seal hash={request.contentHash ?? ''} />,
    submit: ({ comment }) =>
      execute(() => send(moveCall(request, name, comment)), doneMoves[name]).catch((error: unknown) => unlessEdited(request, error)),
  });
}

const pathOf = ({ project, id }: ChangeRequest) => ({ projectId: project, id });

/** If the request was edited in the meantime, closes the dialog without an error: the page shows the edits. */
async function unlessEdited(request: ChangeRequest, error: unknown): Promise<void> {
  if (!(error instanceof Refused) || error.status !== 409) throw error;
  const now = await ask(oneRequest, { path: pathOf(request) });
  if (now.contentHash === request.contentHash) throw error;
  await askAgain();
}

function schedule(request: ChangeRequest): void {
  askForMoment({
    title: 'Schedule',
    submitTitle: 'Schedule',
    hint: 'If there is a conflict by then, nothing is applied and the request shows why.',
    chosen: request.schedule?.scheduledAt,
    submit: (scheduledAt) =>
      execute(
        () => send(stateCall(request, { state: 'Scheduled', scheduledAt, contentHash: request.contentHash ?? '' })),
        doneMoves.schedule,
      ).catch((error: unknown) => unlessEdited(request, error)),
  });
}

function discard(request: ChangeRequest): void {
  confirm({
    title: `Discard ${request.title}?`,
    about: moveHints.discard,
    submitTitle: 'Discard draft',
    act: () => execute(() => send(discardCall(request)), doneMoves.discard),
  });
}

function review(request: ChangeRequest): void {
  confirm({
    title: 'Mark as reviewed',
    about: moveHints.review,
    submitTitle: 'Mark as reviewed',
    act: () => execute(() => send(reviewCall(request)), doneMoves.review),
  });
}
