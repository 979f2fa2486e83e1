import { Type } from 'typebox';
import { Protection } from '../protection.ts';
import { DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { projectEnvironment } from './scope.ts';

const id = { changeRequestId: Type.Integer() };
const ChangeRequest = Type.Object(id);

/** A request that moved. Its title and its author, whom identity notifies, are absent for drafts; the author is null for API tokens. */
const MovedRequest = Type.Object({ ...id, title: Type.Optional(Type.String()), author: Type.Optional(nullable(Type.Integer())) });

/** `feature` is null for changes to segments; `payload` depends on the action (reference, identity side §1.3). */
const Change = Type.Object({
  ...id,
  /** Identifies one version of the change: editing it assigns another id. */
  changeId: Type.Optional(Type.Integer()),
  action: Type.String(),
  feature: nullable(Type.String()),
  payload: Type.Optional(Type.Unknown()),
  /** Hash of the plan that proposes the change. Absent if none. */
  planHash: Type.Optional(Type.String()),
  /** Set while the request is a draft, whose payload only its author may see (`withoutDraft`). */
  draft: Type.Optional(Type.Literal(true)),
});

/** Data of a change, without the payload if the request was a draft. */
export function withoutDraft<Data>(data: Data): Data {
  if ((data as { readonly draft?: unknown } | null)?.draft !== true) return data;
  const { payload: _, ...rest } = data as { readonly payload?: unknown };
  return rest as Data;
}

const Configuration = Type.Object({
  project: Type.String(),
  environment: Type.String(),
  changeRequestsEnabled: Type.Boolean(),
  requiredApprovals: nullable(Type.Integer({ minimum: 1, maximum: 10 })),
  /** Null without change requests. */
  protection: nullable(Protection),
});

/** Users to notify: the ids of the author and of the user who scheduled it, null for API tokens. */
const ScheduledOutcome = Type.Object({
  ...id,
  title: Type.String(),
  author: nullable(Type.Integer()),
  scheduledBy: nullable(Type.Integer()),
  reason: Type.Optional(Type.String()),
});

/** The title is absent unless the request is in review, so that its new reviewers are notified. */
const RequestedApprovers = Type.Object({ ...id, reviewers: Type.Array(Type.Integer()), title: Type.Optional(Type.String()) });

const ofChange = [...projectEnvironment, 'featureName?'] as const;

export const changeRequestCreated = defineEvent('change-requests', 'change-request-created', {
  when: 'the first change of a draft is proposed',
  scope: projectEnvironment,
  data: Type.Object({ ...id, state: Type.String(), title: nullable(Type.String()) }),
});

export const changeRequestDiscarded = defineEvent('change-requests', 'change-request-discarded', {
  when: 'a draft is deleted',
  scope: projectEnvironment,
  preData: ChangeRequest,
});

export const changeAdded = defineEvent('change-requests', 'change-added', {
  when: 'a change is added to a change request',
  scope: ofChange,
  data: Change,
});

export const changeEdited = defineEvent('change-requests', 'change-edited', {
  when: 'a change of a change request is replaced',
  scope: ofChange,
  data: Change,
  preData: Change,
});

export const changeDiscarded = defineEvent('change-requests', 'change-discarded', {
  when: 'a change is removed from a change request',
  scope: ofChange,
  preData: Change,
});

export const changeRequestRequestedApproversUpdated = defineEvent('change-requests', 'change-request-requested-approvers-updated', {
  when: 'the requested reviewers of a change request change',
  scope: projectEnvironment,
  data: RequestedApprovers,
  preData: RequestedApprovers,
});

export const changeRequestReasonGiven = defineEvent('change-requests', 'change-request-reason-given', {
  when: 'the author of an emergency change adds the reason',
  scope: projectEnvironment,
  data: Type.Object({ ...id, reason: Type.String() }),
});

export const changeRequestTitleUpdated = defineEvent('change-requests', 'change-request-title-updated', {
  when: 'an open change request gets a new title',
  scope: projectEnvironment,
  data: Type.Object({ ...id, title: Type.String() }),
  preData: Type.Object({ ...id, title: nullable(Type.String()) }),
});

export const changeRequestSentToReview = defineEvent('change-requests', 'change-request-sent-to-review', {
  when: 'a draft is submitted for review, by its author or by the plan that proposed it',
  scope: projectEnvironment,
  /** `planHash` is the hash of the plan that proposed the request, if any. `reviewers` are the ids of users who are to approve it. */
  data: Type.Object({
    ...MovedRequest.properties,
    planHash: Type.Optional(Type.String()),
    reviewers: Type.Optional(Type.Array(Type.Integer())),
  }),
});

export const changeRequestApprovalAdded = defineEvent('change-requests', 'change-request-approval-added', {
  when: 'a reviewer approves, whether or not more approvals are required',
  scope: projectEnvironment,
  data: ChangeRequest,
});

export const changeRequestApproved = defineEvent('change-requests', 'change-request-approved', {
  when: 'a change request has all required approvals',
  scope: projectEnvironment,
  data: MovedRequest,
});

export const changeRequestRejected = defineEvent('change-requests', 'change-request-rejected', {
  when: 'a reviewer rejects a change request',
  scope: projectEnvironment,
  data: MovedRequest,
});

export const changeRequestCancelled = defineEvent('change-requests', 'change-request-cancelled', {
  when: 'a change request is cancelled, or its project or environment is deleted',
  scope: projectEnvironment,
  data: MovedRequest,
});

/** Touches nothing itself: toggles emits the events of the changes. */
export const changeRequestApplied = defineEvent('change-requests', 'change-request-applied', {
  when: 'all changes of a change request have taken effect',
  scope: projectEnvironment,
  data: MovedRequest,
});

export const changeRequestScheduled = defineEvent('change-requests', 'change-request-scheduled', {
  when: 'an approved change request is scheduled or rescheduled',
  scope: projectEnvironment,
  data: Type.Object({ ...id, scheduledDate: DateTime }),
});

export const changeRequestScheduledApplicationSuccess = defineEvent('change-requests', 'change-request-scheduled-application-success', {
  when: 'a scheduled change request is applied',
  scope: projectEnvironment,
  data: ScheduledOutcome,
});

export const changeRequestScheduledApplicationFailure = defineEvent('change-requests', 'change-request-scheduled-application-failure', {
  when: 'a scheduled change request fails when it is due, or can no longer be applied',
  scope: projectEnvironment,
  data: ScheduledOutcome,
});

/** Emitted by toggles, whose guard of direct writes uses it. */
export const changeRequestConfigurationUpdated = defineEvent('toggles', 'change-request-configuration-updated', {
  when: 'the change request configuration of an environment in a project changes',
  scope: projectEnvironment,
  data: Configuration,
  preData: Configuration,
});
