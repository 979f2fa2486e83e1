import { useSignal } from '@preact/signals';
import { Answer } from '../../parts/panel/panel.tsx';
import { useAnswer, type ChangeRequest, revision, ask } from '../../server/ask.ts';
import { calledOf, useLack, useSession } from '../../server/session.ts';
import { NotFound } from '../../frame/not-found.tsx';
import { Approvals } from './approvals.tsx';
import { Checks } from './checks.tsx';
import { approvalsNeeded, editedBetween, type Edited, type NamedChange } from './content.ts';
import { ImpactFigures, PersonasWhoChange, useImpact } from './impact.tsx';
import { type Move, movesOf, type Viewer } from './moves.ts';
import { DecideForm } from './decide-form.tsx';
import { RequestHead } from './request-head.tsx';
import { WhatChanges, Lines } from './what-changes.tsx';
import { formatExact, counted, formatFigure } from '../../base/format.ts';
import * as columnsStyles from '../../parts/mark/columns.module.css';
import * as styles from './change-requests.module.css';
import { Comments, Conversation } from '../../parts/panel/conversation.tsx';
import { Icon } from '../../parts/mark/icon.tsx';
import { Button } from '../../parts/mark/button.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

/** A change request: impact, changes and available actions. */
export function ChangeRequestPage({ project, id }: { readonly project: string; readonly id: string }) {
  const found = useAnswer(
    'GET /api/admin/projects/{projectId}/change-requests/{id}',
    { path: { projectId: project, id: Number(id) } },
    { when: /^\d{1,10}$/.test(id) },
  );
  if (!/^\d{1,10}$/.test(id) || found.error?.status === 404) return <NotFound />;
  return <Answer of={found}>{(request) => <Shown key={`${project} ${id}`} request={request} />}</Answer>;
}

function Shown({ request }: { readonly request: ChangeRequest }) {
  const seen = useSignal(request);
  const edited = editedBetween(seen.value, request);
  const isOpen = !['Applied', 'Cancelled', 'Rejected'].includes(request.state);
  const demands = useDemands(request);
  const viewer = useViewer(request, demands);
  const { data: impact } = useImpact(request, isOpen);
  const needed = approvalsNeeded(request, demands?.secondApprovalAbove, impact);
  const moves = movesOf(request, viewer).map(
    (move): Move =>
      edited && move.name === 'approve'
        ? { ...move, refused: 'This change request was edited while you were reading. Read the changes first.' }
        : move,
  );
  const decision = moves.find(
    ({ name, refused }) => (name === 'approve' || (name === 'apply' && request.state === 'Approved')) && !refused,
  );
  const mayEdit = isEditable(request) && (viewer.isAdministrator || viewer.id === request.createdBy.id);
  return (
    <>
      <RequestHead
        request={request}
        isProtected={viewer.isProtected}
        moves={moves.filter((move) => move !== decision)}
        mayName={viewer.isAdministrator || viewer.id === request.createdBy.id}
      />
      <Steps request={request} needed={needed} isProtected={viewer.isProtected} />
      {edited && <EditedNote edited={edited} request={request} read={() => (seen.value = request)} />}
      <div class={columnsStyles.columns}>
        <div>
          {isOpen && <ImpactFigures request={request} />}
          <WhatChanges request={request} mayEdit={mayEdit} />
          <RequestConversation request={request} />
        </div>
        <aside>
          {viewer.isProtected && <Approvals request={request} viewer={viewer} needed={needed} />}
          {isOpen && <PersonasWhoChange request={request} />}
          {isOpen && <Checks request={request} needed={viewer.isProtected ? needed : 0} />}
        </aside>
      </div>
      {decision && <DecideForm request={request} applied={() => document.querySelector('h1')?.focus()} />}
      <PrintedRecord request={request} />
    </>
  );
}

const isEditable = ({ state }: ChangeRequest): boolean => state === 'Draft' || state === 'In review' || state === 'Approved';

/** Requirements of the environment, once loaded. */
function useDemands({ project, environment }: ChangeRequest) {
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config', { path: { projectId: project } });
  return data?.find((own) => own.environment === environment);
}

function useViewer({ project, environment, otherProjects }: ChangeRequest, demands: ReturnType<typeof useDemands>): Viewer {
  const { user, may } = useSession();
  const lack = useLack();
  return {
    id: user?.id,
    isAdministrator: may('ADMIN'),
    // Reviewers of the other projects approve too. The server knows them.
    notApproving: otherProjects ? undefined : lack('APPROVE_CHANGE_REQUEST', { project, environment }),
    notApplying: lack('APPLY_CHANGE_REQUEST', { project, environment }),
    mayApproveOwn: demands?.selfApproval ?? false,
    isProtected: demands?.changeRequestEnabled ?? true,
  };
}

const record = (address: string, at: string, who: string, revision: number | null) =>
  `Record of ${address}, printed ${at} by ${who}${revision === null ? '' : ` at revision ${revision}`}. Content:`;

/** Footer of the printed page: what it records, and who printed it. */
function PrintedRecord({ request }: { readonly request: ChangeRequest }) {
  const { user } = useSession();
  return (
    <footer class={styles.record}>
      {record(location.href, formatExact(new Date().toISOString()), user ? calledOf(user) : '', revision.value)}
      <br />
      <code>{request.contentHash}</code>
    </footer>
  );
}

/** The comments of the request, oldest first, and a field for a new one. */
const RequestConversation = ({ request: { project, id, comments } }: { readonly request: ChangeRequest }) => (
  <Conversation
    send={(body) => ask('POST /api/admin/projects/{projectId}/change-requests/{id}/comments', { path: { projectId: project, id }, body })}
  >
    <Comments
      comments={comments.map(({ createdBy, createdAt, ...comment }) => ({ ...comment, by: createdBy.username ?? '', at: createdAt }))}
    />
  </Conversation>
);

const way = ['Draft', 'In review', 'Approved', 'Scheduled', 'Applied'] as const;
type Step = ChangeRequest['state'];

interface StepsProps {
  readonly request: ChangeRequest;
  readonly needed: number;
  readonly isProtected: boolean;
}

/** The states of a request as a line, with the current one marked. */
function Steps({ request, needed, isProtected }: StepsProps) {
  const steps = stepsOf(request, isProtected);
  const at = steps.indexOf(request.state);
  return (
    <ol class={styles.steps}>
      {steps.map((step, index) => (
        <li key={step} class={index < at ? styles.done : index === at ? styles.now : ''} aria-current={index === at ? 'step' : undefined}>
          {describeStep(step, request, needed)}
        </li>
      ))}
    </ol>
  );
}

function stepsOf({ state, stateTimestamps, review }: ChangeRequest, isProtected: boolean): readonly Step[] {
  if (review) return ['Applied'];
  if (state === 'Scheduled' && !isProtected) return ['Scheduled', 'Applied'];
  if (state === 'Cancelled' || state === 'Rejected') return [...way.filter((step) => stateTimestamps[step] !== undefined), state];
  return way.filter((step) => step !== 'Scheduled' || stateTimestamps.Scheduled !== undefined);
}

function describeStep(step: Step, { state, approvals, schedule, stateTimestamps }: ChangeRequest, needed: number): string {
  if (step === 'In review' && state === step) return `${step}, ${formatFigure(approvals.length)} of ${counted(needed, 'approval')}`;
  if (step === 'Scheduled' && schedule) return `${step}, ${formatExact(schedule.scheduledAt)}`;
  const at = stateTimestamps[step];
  return at !== undefined && (step === 'Applied' || step === 'Rejected' || step === 'Cancelled') ? `${step}, ${formatExact(at)}` : step;
}

/** Edits made while the user was reading. Approval is blocked until the user has confirmed reading them. */
function EditedNote({ edited, request, read }: { readonly edited: Edited; readonly request: ChangeRequest; readonly read: () => void }) {
  return (
    <section class={`${panelStyles.panel} ${styles.edited}`} role="alert">
      <header>
        <Icon name="alert" />
        <h2>This change request was edited while you were reading</h2>
        <span class={panelStyles.end}>
          <Button press={read} text="I’ve read the changes" />
        </span>
      </header>
      <EditedChanges title="removed" changes={edited.gone} request={request} />
      <EditedChanges title="added" changes={edited.came} request={request} />
    </section>
  );
}

interface EditedChangesProps {
  readonly title: string;
  readonly changes: readonly NamedChange[];
  readonly request: ChangeRequest;
}

function EditedChanges({ title, changes, request }: EditedChangesProps) {
  return (
    <>
      {changes.map((change) => (
        <div key={change.id} class={styles.diff}>
          <div class={styles.heading}>
            <code>
              <b>{change.of}</b>
            </code>
            <span class="dimmer">{title}</span>
          </div>
          <Lines change={change} request={request} />
        </div>
      ))}
    </>
  );
}
