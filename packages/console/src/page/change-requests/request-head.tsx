import { asCurl } from '../../parts/layer/as-curl.tsx';
import { execute } from '../../parts/layer/attempt.ts';
import { Ago } from '../../parts/mark/age.tsx';
import { Icon } from '../../parts/mark/icon.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import type { ChangeRequest } from '../../server/operations.ts';
import { ask } from '../../server/request.ts';
import { copyAddress } from '../feature/copy-text.ts';
import { actorOf } from '../feature/actor-of.ts';
import { changesOf } from './content.ts';
import { makeMove } from './make-move.tsx';
import type { Move, MoveName } from './moves.ts';
import { requestCalls } from './request-calls.ts';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { counted } from '../../base/counted.ts';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import { moveTitles, notYours } from './moves.ts';

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
  const { id, title, environment, createdBy, createdAt, via, features, segments } = request;
  const [first, second, ...others] = moves;
  const buttons = [first, second].filter((move) => move !== undefined);
  const isMain = ({ name }: Move) => name === first?.name && !destructive.includes(name);
  return (
    <PageHead
      title={title}
      about={
        <>
          <span>Change request {id}</span>
          <span class={badgeStyles.production}>
            {isProtected && <Icon name="lock" />}
            {environment}
          </span>
          <span>
            {via && 'proposed '}by {actorOf({ via, createdBy: createdBy.username ?? '' })}, <Ago at={createdAt} /> ·{' '}
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
  title: moveTitles[name],
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
    submit: (body) =>
      execute(
        () => ask('PUT /api/admin/projects/{projectId}/change-requests/{id}/title', { path: { projectId: project, id }, body }),
        'Title saved.',
      ),
  });
