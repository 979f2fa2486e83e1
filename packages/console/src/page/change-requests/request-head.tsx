import { asCurl } from '../../parts/layer/as-curl.tsx';
import { Ago } from '../../parts/mark/age.tsx';
import { EnvironmentBadge } from '../../parts/mark/environment-badge.tsx';
import { type ChangeRequest, ask, askAgain } from '../../server/ask.ts';
import { copyAddress } from '../feature/copy-text.ts';
import { actorOf } from '../feature/actor-of.ts';
import { changesOf } from './content.ts';
import { type Move, type MoveName, moveWords, notYours } from './moves.ts';
import { requestCalls, discardCall, isBound, moveCall, type PlainMove, reviewCall, stateCall, isPlain } from './request-calls.ts';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { counted } from '../../base/format.ts';
import { execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { askForMoment } from '../../parts/form/moment-form.ts';
import { openForm } from '../../parts/form/value-form.tsx';
import { Refused } from '../../server/refusal.ts';
import { send } from '../../server/call.ts';
import { askForReason } from '../proposal/ask-for-reason.ts';
import { Seal } from './seal.tsx';

interface RequestHeadProps {
  readonly request: ChangeRequest;
  readonly isProtected: boolean;
  readonly moves: readonly Move[];
  readonly mayName: boolean;
}

/** States in which the title can no longer change. */
const closedStates: readonly string[] = ['Applied', 'Cancelled', 'Rejected'];

const describeContent = (features: number, segments: number, changes: number) =>
  [
    ...(features === 0 ? [] : [counted(features, 'feature')]),
    ...(segments === 0 ? [] : [counted(segments, 'segment')]),
    counted(changes, 'change'),
  ].join(', ');

/** Title, author and actions of the request: the first two as buttons, the rest in a menu. */
export function RequestHead({ request, isProtected, moves, mayName }: RequestHeadProps) {
  const { id, title, environment, createdAt, via, features, segments } = request;
  const [first, second, ...others] = moves;
  const buttons = [first, second].filter((move) => move !== undefined);
  const isMain = ({ name }: Move) => name === first?.name && !destructive.includes(name);
  return (
    <PageHead
      title={title}
      about={
        <>
          <span>Change request {id}</span>
          <EnvironmentBadge name={environment} isProtected={isProtected} isStrong />
          <span>
            {via && 'proposed '}by {actorOf(request)}, <Ago at={createdAt} /> ·{' '}
            {describeContent(features.length, segments.length, changesOf(request).length)}
          </span>
        </>
      }
      actions={buttons
        // The main button is the last in the row.
        .toSorted((one, other) => Number(isMain(one)) - Number(isMain(other)))
        .map((move) => ({ ...choiceOf(move, request), look: isMain(move) ? 'main' : 'button' }))}
      more={[
        ...others.map((move) => choiceOf(move, request)),
        {
          title: 'Edit title',
          refused: mayName && !request.reasonDue && !closedStates.includes(request.state) ? undefined : notYours,
          press: () => rename(request),
        },
        { title: 'Copy link', press: copyAddress },
        asCurl(requestCalls(request, moves)),
        { title: 'Print', press: () => print() },
      ]}
    />
  );
}

const choiceOf = ({ name, refused }: Move, request: ChangeRequest) => ({
  title: moveWords[name].title,
  refused,
  press: () => makeMove(name, request),
});

const destructive: readonly MoveName[] = ['reject', 'cancel', 'discard', 'callOff'];

const rename = ({ project, id, title }: ChangeRequest): void =>
  openForm({
    title: 'Edit title',
    submitTitle: 'Save title',
    initial: { title },
    entries: { title: { kind: 'text', label: 'Title', isRequired: true } },
    submit: (body) => ask('PUT /api/admin/projects/{projectId}/change-requests/{id}/title', { path: { projectId: project, id }, body }),
    done: 'Title saved.',
  });

const oneRequest = 'GET /api/admin/projects/{projectId}/change-requests/{id}';

/** Opens the form or confirmation of a move and sends it. */
const makeMove = (name: MoveName, request: ChangeRequest): void => (isPlain(name) ? askForComment(request, name) : ways[name](request));

const ways: Readonly<Record<Exclude<MoveName, PlainMove>, (request: ChangeRequest) => void>> = {
  schedule,
  reschedule: schedule,
  discard,
  review,
  explain: askForReason,
};

/** Asks for an optional comment. Moves that others decide on include the hash of the shown content. */
function askForComment(request: ChangeRequest, name: PlainMove): void {
  openForm({
    title: moveWords[name].title,
    initial: { comment: '' },
    entries: { comment: { kind: 'text', label: 'Comment', hint: moveWords[name].hint } },
    beside: () => isBound(name) && <Seal hash={request.contentHash ?? ''} />,
    submit: ({ comment }) =>
      execute(() => send(moveCall(request, name, comment)), moveWords[name].done).catch((error: unknown) => unlessEdited(request, error)),
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
    hint: 'If there is a conflict by then, nothing is applied and the request shows why.',
    chosen: request.schedule?.scheduledAt,
    submit: (scheduledAt) =>
      execute(
        () => send(stateCall(request, { state: 'Scheduled', scheduledAt, contentHash: request.contentHash ?? '' })),
        moveWords.schedule.done,
      ).catch((error: unknown) => unlessEdited(request, error)),
  });
}

function discard(request: ChangeRequest): void {
  confirm({
    title: `Discard ${request.title}?`,
    about: 'All changes in this draft will be lost. None of them has taken effect.',
    submitTitle: 'Discard draft',
    act: () => send(discardCall(request)),
    done: moveWords.discard.done,
  });
}

function review(request: ChangeRequest): void {
  confirm({
    title: 'Mark as reviewed',
    about: 'This change bypassed the review. Your name is recorded as the reviewer.',
    submitTitle: 'Mark as reviewed',
    act: () => send(reviewCall(request)),
    done: moveWords.review.done,
  });
}
