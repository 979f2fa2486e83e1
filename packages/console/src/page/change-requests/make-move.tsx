import { execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/layer/confirm.tsx';
import { askForMoment } from '../../parts/form/moment-form.ts';
import { openForm } from '../../parts/form/value-form.tsx';
import { askAgain } from '../../server/answer.ts';
import type { ChangeRequest } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { send } from '../../server/call.ts';
import { ask } from '../../server/request.ts';
import { askForReason } from '../proposal/ask-for-reason.ts';
import { changeRequestsTexts } from './texts.ts';
import { Seal } from './seal.tsx';
import { describeShortHash } from './content.ts';
import type { MoveName } from './moves.ts';
import { discardCall, isBound, moveCall, type PlainMove, reviewCall, stateCall } from './request-calls.ts';

const oneRequest = 'GET /api/admin/projects/{projectId}/change-requests/{id}';

/** Opens the form or confirmation of a move and sends it. */
export const makeMove = (name: MoveName, request: ChangeRequest): void => ways[name](request);

const ways: Readonly<Record<MoveName, (request: ChangeRequest) => void>> = {
  send: (request) => askForComment(request, 'send'),
  approve: (request) =>
    askForComment(request, 'approve', `${changeRequestsTexts.changeRequest.approve} ${describeShortHash(request.contentHash ?? '')}`),
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

/** Asks for an optional comment. Moves that others decide on include the hash of the shown content. */
function askForComment(request: ChangeRequest, name: PlainMove, submitTitle: string = changeRequestsTexts.changeRequest.moves[name]): void {
  openForm({
    title: changeRequestsTexts.changeRequest.moves[name],
    submitTitle,
    initial: { comment: '' },
    entries: {
      comment: { kind: 'text', label: changeRequestsTexts.changeRequest.comment, hint: changeRequestsTexts.changeRequest.hints[name] },
    },
    beside: () => isBound(name) && <Seal hash={request.contentHash ?? ''} />,
    submit: ({ comment }) =>
      execute(() => send(moveCall(request, name, comment)), changeRequestsTexts.changeRequest.done[name]).catch((error: unknown) =>
        unlessEdited(request, error),
      ),
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
    title: changeRequestsTexts.changeRequest.moves.schedule,
    submitTitle: changeRequestsTexts.changeRequest.scheduleIt,
    hint: changeRequestsTexts.changeRequest.atHint,
    chosen: request.schedule?.scheduledAt,
    submit: (scheduledAt) =>
      execute(
        () => send(stateCall(request, { state: 'Scheduled', scheduledAt, contentHash: request.contentHash ?? '' })),
        changeRequestsTexts.changeRequest.done.schedule,
      ).catch((error: unknown) => unlessEdited(request, error)),
  });
}

function discard(request: ChangeRequest): void {
  confirm({
    title: changeRequestsTexts.changeRequest.discardTitle(request.title),
    about: changeRequestsTexts.changeRequest.hints.discard,
    submitTitle: changeRequestsTexts.changeRequest.moves.discard,
    act: () => execute(() => send(discardCall(request)), changeRequestsTexts.changeRequest.done.discard),
  });
}

function review(request: ChangeRequest): void {
  confirm({
    title: changeRequestsTexts.changeRequest.moves.review,
    about: changeRequestsTexts.changeRequest.hints.review,
    submitTitle: changeRequestsTexts.changeRequest.moves.review,
    act: () => execute(() => send(reviewCall(request)), changeRequestsTexts.changeRequest.done.review),
  });
}
