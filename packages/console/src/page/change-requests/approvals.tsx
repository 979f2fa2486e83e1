import { Panel } from '../../parts/panel/panel.tsx';
import { counted, formatFigure } from '../../base/format.ts';
import { Ago } from '../../parts/mark/age.tsx';
import { ActionButton } from '../../parts/list/data-table.tsx';
import { Icon } from '../../parts/mark/icon.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { useAnswer, type ChangeRequest, type ReviewerList, ask } from '../../server/ask.ts';
import { calledOf } from '../../server/session.ts';
import { type Viewer, notYours } from './moves.ts';
import { Seal } from './seal.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './change-requests.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface RequestedReviewersProps {
  readonly request: ChangeRequest;
  readonly viewer: Viewer;
}

interface ApprovalsProps extends RequestedReviewersProps {
  /** Number of required approvals. */
  readonly needed: number;
}

const describeOthers = ({ projects, requiredApprovals }: NonNullable<ChangeRequest['otherProjects']>): string =>
  `Also needs ${counted(requiredApprovals, 'approval')} of ${counted(projects, 'other project')} whose protected environments use the segment.`;

/** Approvals of the current content, missing approvals and requested reviewers. */
export function Approvals({ request, viewer, needed }: ApprovalsProps) {
  const { approvals, rejections, review } = request;
  const decisions = [
    ...approvals.map((approval) => ({ ...approval, isApproval: true })),
    ...rejections.map((rejection) => ({ ...rejection, isApproval: false })),
  ];
  const missing = review ? 0 : Math.max(0, needed - approvals.length);
  const isOpen = request.state === 'Draft' || request.state === 'In review' || request.state === 'Approved';
  return (
    <Panel
      title={review ? 'Review after the fact' : 'Approvals'}
      end={
        !review && (
          <span class={missing > 0 ? tagStyles.caution : tagStyles.clear}>
            {formatFigure(approvals.length)} of {formatFigure(needed)}
          </span>
        )
      }
    >
      {decisions.map(({ createdBy, createdAt, isApproval }) => (
        <p key={`${createdBy.id} ${createdAt}`} class={styles.seal}>
          <Icon name={isApproval ? 'tick' : 'close'} className={isApproval ? styles.clear : ''} />
          <span>
            <b>{createdBy.username}</b>
            <br />
            <small>
              {isApproval ? (review ? 'reviewed it' : 'approved this content') : 'rejected it'} <Ago at={createdAt} />
            </small>
          </span>
        </p>
      ))}
      {isOpen && missing > 0 && (
        <p class={`${styles.seal} dim`}>{missing === 1 ? '1 more approval is needed.' : `${missing} more approvals are needed.`}</p>
      )}
      {isOpen && request.otherProjects && <p class={`${styles.seal} dim`}>{describeOthers(request.otherProjects)}</p>}
      {review === 'due' && (
        <p class={`${styles.seal} dim`}>This change was made directly in an emergency. Another approver needs to review it.</p>
      )}
      {isOpen && <RequestedReviewers request={request} viewer={viewer} />}
      <div class={panelStyles.body}>
        <Seal hash={request.contentHash ?? ''} />
        {!review && <p class={`${styles.sealAbout} small`}>An approval covers exactly this content. Any edit resets the approvals.</p>}
      </div>
    </Panel>
  );
}

/** Requested reviewers. Other approvers can still approve. */
function RequestedReviewers({ request, viewer }: RequestedReviewersProps) {
  const { project, id, environment, createdBy } = request;
  const path = { projectId: project, id };
  const { data: approvers } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/{id}/approvers', { path });
  const isOwner = viewer.isAdministrator || viewer.id === createdBy.id;
  const { data: able } = useAnswer(
    'GET /api/admin/projects/{projectId}/change-requests/available-reviewers/{environment}',
    { path: { projectId: project, environment } },
    { when: isOwner },
  );
  if (!approvers) return null;
  const others = (able?.reviewers ?? []).filter((reviewer) => reviewer.id !== createdBy.id);
  const submit = async ({ reviewers }: { readonly reviewers: readonly string[] }) => {
    await ask('PUT /api/admin/projects/{projectId}/change-requests/{id}/approvers', { path, body: { reviewers: reviewers.map(Number) } });
  };
  return (
    <div class={styles.seal}>
      <span>
        <small>Requested reviewers</small>
        <br />
        {describeReviewers(approvers.reviewers)}
      </span>
      <span class={styles.end}>
        <ActionButton
          of={request.title}
          action={{
            title: 'Request review',
            refused: isOwner ? undefined : notYours,
            act: () =>
              openForm({
                title: 'Request review',
                initial: { reviewers: approvers.reviewers.map((reviewer) => String(reviewer.id)) as readonly string[] },
                entries: {
                  reviewers: {
                    kind: 'choices',
                    label: 'Users who can approve',
                    choices: others.map((reviewer) => ({ value: String(reviewer.id), title: calledOf(reviewer) })),
                  },
                },
                submit: (values) => submit(values),
                done: 'Review requested.',
              }),
          }}
        />
      </span>
    </div>
  );
}

const describeReviewers = (reviewers: ReviewerList['reviewers']): string =>
  reviewers.length === 0 ? 'none' : reviewers.map((reviewer) => calledOf(reviewer)).join(', ');
