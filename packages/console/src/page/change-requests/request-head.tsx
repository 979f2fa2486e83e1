import { asCurl } from '../../parts/layer/as-curl.tsx';
import { execute } from '../../parts/layer/attempt.ts';
import { Ago } from '../../parts/mark/age.tsx';
import { Icon } from '../../parts/mark/icon.tsx';
import { Menu } from '../../parts/layer/menu.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import type { ChangeRequest } from '../../server/operations.ts';
import { ask } from '../../server/request.ts';
import { copyAddress } from '../feature/copy-text.ts';
import { changesOf } from './content.ts';
import { makeMove } from './make-move.tsx';
import type { Move, MoveName } from './moves.ts';
import { requestCalls } from './request-calls.ts';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Button } from '../../parts/mark/button.tsx';
import { counted } from '../../base/counted.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';
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
  const { id, title, environment, createdBy, createdAt, features, segments } = request;
  const [main, second, ...others] = moves;
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
            by {createdBy.username ?? ''}, <Ago at={createdAt} /> ·{' '}
            {describeContent(features.length, segments.length, changesOf(request).length)}
          </span>
        </>
      }
    >
      {second && <MoveButton request={request} move={second} />}
      {main && <MoveButton request={request} move={main} isMain />}
      <Menu
        label="More"
        choices={[
          ...others.map(({ name, refused }) => ({
            title: moveTitles[name],
            refused,
            press: () => makeMove(name, request),
          })),
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
    </PageHead>
  );
}

const destructive: readonly MoveName[] = ['reject', 'cancel', 'discard', 'callOff'];

interface MoveButtonProps {
  readonly request: ChangeRequest;
  readonly move: Move;
  readonly isMain?: boolean;
}

function MoveButton({ request, move: { name, refused }, isMain = false }: MoveButtonProps) {
  return (
    <Button
      class={isMain && !destructive.includes(name) ? buttonStyles.main : buttonStyles.button}
      refused={refused}
      press={() => makeMove(name, request)}
      text={moveTitles[name]}
    />
  );
}

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
