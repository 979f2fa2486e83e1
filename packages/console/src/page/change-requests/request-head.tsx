import { asCurl } from '../../parts/layer/as-curl.tsx';
import { execute } from '../../parts/layer/attempt.ts';
import { Ago } from '../../parts/mark/age.tsx';
import { Icon } from '../../parts/mark/icon.tsx';
import { Menu } from '../../parts/layer/menu.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import type { ChangeRequest } from '../../server/operations.ts';
import { ask } from '../../server/request.ts';
import { pageTexts } from '../texts.ts';
import { changeRequestsTexts } from './texts.ts';
import { copyAddress } from '../feature/copy-text.ts';
import { changesOf } from './content.ts';
import { makeMove } from './make-move.tsx';
import type { Move, MoveName } from './moves.ts';
import { requestCalls } from './request-calls.ts';
import { Title } from '../../parts/mark/title.tsx';
import { Button } from '../../parts/mark/button.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as pageHeadStyles from '../../parts/panel/page-head.module.css';
import * as badgeStyles from '../../parts/mark/badge.module.css';

interface RequestHeadProps {
  readonly request: ChangeRequest;
  readonly isProtected: boolean;
  readonly moves: readonly Move[];
  readonly mayName: boolean;
}

/** States in which the title can no longer change. */
const closedStates: readonly string[] = ['Applied', 'Cancelled', 'Rejected'];

/** Title, author and actions of the request: the first two as buttons, the rest in a menu. */
export function RequestHead({ request, isProtected, moves, mayName }: RequestHeadProps) {
  const { id, title, environment, createdBy, createdAt, features, segments } = request;
  const [main, second, ...others] = moves;
  return (
    <div class={pageHeadStyles.head}>
      <div class={pageHeadStyles.about}>
        <Title>{title}</Title>
        <p class="dim">
          <span>{changeRequestsTexts.changeRequest.number(id)}</span>
          <span class={badgeStyles.production}>
            {isProtected && <Icon name="lock" />}
            {environment}
          </span>
          <span>
            {changeRequestsTexts.changeRequest.by(createdBy.username ?? '')} <Ago at={createdAt} /> ·{' '}
            {changeRequestsTexts.changeRequest.holds(features.length, segments.length, changesOf(request).length)}
          </span>
        </p>
      </div>
      <div class={pageHeadStyles.actions}>
        {second && <MoveButton request={request} move={second} />}
        {main && <MoveButton request={request} move={main} isMain />}
        <Menu
          label={changeRequestsTexts.changeRequest.more}
          choices={[
            ...others.map(({ name, refused }) => ({
              title: changeRequestsTexts.changeRequest.moves[name],
              refused,
              press: () => makeMove(name, request),
            })),
            {
              title: changeRequestsTexts.changeRequest.rename,
              refused:
                mayName && !request.reasonDue && !closedStates.includes(request.state)
                  ? undefined
                  : changeRequestsTexts.changeRequest.refused.notYours,
              press: () => rename(request),
            },
            { title: pageTexts.feature.copyLink, press: copyAddress },
            asCurl(requestCalls(request, moves)),
            { title: changeRequestsTexts.changeRequest.print, press: () => print() },
          ]}
        />
      </div>
    </div>
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
    >
      {changeRequestsTexts.changeRequest.moves[name]}
      {name === 'approve' && <kbd>A</kbd>}
    </Button>
  );
}

const rename = ({ project, id, title }: ChangeRequest): void =>
  openForm({
    title: changeRequestsTexts.changeRequest.rename,
    submitTitle: changeRequestsTexts.changeRequest.saveTitle,
    initial: { title },
    entries: { title: { kind: 'text', label: changeRequestsTexts.changeRequest.title, isRequired: true } },
    submit: (body) =>
      execute(
        () => ask('PUT /api/admin/projects/{projectId}/change-requests/{id}/title', { path: { projectId: project, id }, body }),
        changeRequestsTexts.changeRequest.renamed,
      ),
  });
