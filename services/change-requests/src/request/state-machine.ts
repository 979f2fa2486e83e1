import {
  changeRequestApplied,
  changeRequestApprovalAdded,
  changeRequestApproved,
  changeRequestCancelled,
  changeRequestDiscarded,
  changeRequestRejected,
  changeRequestScheduled,
  changeRequestScheduledApplicationFailure,
  changeRequestScheduledApplicationSuccess,
  changeRequestSentToReview,
} from '@signalbox/contracts';
import { type State, states } from '../tables/change-request.ts';

/** States that a client can request. */
export const requestedStates = ['In review', 'Approved', 'Scheduled', 'Applied', 'Cancelled', 'Rejected'] as const;

/** Causes of a transition: a requested state, an edit, deletion of the draft, or the scheduled time. */
export type Trigger = (typeof requestedStates)[number] | 'edit' | 'discard' | 'time';

/**
 * Parties that may cause a transition: the author, administrators, users with APPROVE_CHANGE_REQUEST or APPLY_CHANGE_REQUEST
 * in the environment, and the system clock. Administrators have every permission.
 */
const parties = ['author', 'administrator', 'approver', 'applier', 'clock'] as const;
export type Party = (typeof parties)[number];

/** Conditions of a transition. */
const requirements = [
  'it has changes',
  'its environment is protected',
  'the approver is eligible',
  'it has all approvals',
  'no freeze is active',
  'nothing conflicts',
  'its time is in the future',
  'approvals are missing',
  'the applier is permitted everywhere',
  'its environment is not protected',
  'the caller may make the changes directly',
] as const;
export type Requirement = (typeof requirements)[number];

/** A legal transition; all others are refused. */
export interface Transition {
  readonly from: State;
  readonly trigger: Trigger;
  /** Null if the request is deleted. */
  readonly to: State | null;
  /** Distinguishes two transitions with the same trigger. */
  readonly when?: 'approvals are missing' | 'approvals are complete' | 'it could not be applied' | 'its environment is not protected';
  readonly who: readonly Party[];
  readonly requires: readonly Requirement[];
  /** Published event types, in order. */
  readonly events: readonly string[];
}

const owner = ['author', 'administrator'] as const;
const approval = ['it has changes', 'its environment is protected', 'the approver is eligible'] as const;
const application = [
  'it has changes',
  'its environment is protected',
  'it has all approvals',
  'no freeze is active',
  'nothing conflicts',
] as const;
/** The clock applies on behalf of the user who scheduled the request, whose permissions were checked at that time. */
const applicationBySomebody = [...application, 'the applier is permitted everywhere'] as const;
/** In an environment without change requests, only the time is between a change and its application. */
const unprotected = {
  when: 'its environment is not protected',
  trigger: 'Scheduled',
  to: 'Scheduled',
  who: owner,
  requires: [
    'it has changes',
    'its environment is not protected',
    'the caller may make the changes directly',
    'nothing conflicts',
    'its time is in the future',
  ],
  events: [changeRequestScheduled.type],
} as const;
/** For approvals after the reviewers changed, or when earlier ones no longer count. */
const furtherApproval = [...approval, 'approvals are missing'] as const;

/** The state machine (reference, identity side §1.5). Routes, tests and the reference page derive from it. */
export const transitions: readonly Transition[] = [
  {
    from: 'Draft',
    trigger: 'In review',
    to: 'In review',
    who: owner,
    requires: ['it has changes'],
    events: [changeRequestSentToReview.type],
  },
  { from: 'Draft', trigger: 'edit', to: 'Draft', who: owner, requires: [], events: [] },
  { from: 'Draft', trigger: 'discard', to: null, who: owner, requires: [], events: [changeRequestDiscarded.type] },
  { from: 'Draft', ...unprotected },
  { from: 'Draft', trigger: 'Cancelled', to: 'Cancelled', who: owner, requires: [], events: [changeRequestCancelled.type] },

  { from: 'In review', trigger: 'edit', to: 'In review', who: owner, requires: [], events: [] },
  {
    from: 'In review',
    trigger: 'Approved',
    to: 'In review',
    when: 'approvals are missing',
    who: ['approver'],
    requires: approval,
    events: [changeRequestApprovalAdded.type],
  },
  {
    from: 'In review',
    trigger: 'Approved',
    to: 'Approved',
    when: 'approvals are complete',
    who: ['approver'],
    requires: approval,
    events: [changeRequestApprovalAdded.type, changeRequestApproved.type],
  },
  {
    from: 'In review',
    trigger: 'Rejected',
    to: 'Rejected',
    who: ['approver'],
    requires: ['its environment is protected'],
    events: [changeRequestRejected.type],
  },
  { from: 'In review', trigger: 'Cancelled', to: 'Cancelled', who: owner, requires: [], events: [changeRequestCancelled.type] },

  { from: 'Approved', trigger: 'edit', to: 'In review', who: owner, requires: [], events: [] },
  {
    from: 'Approved',
    trigger: 'Approved',
    to: 'Approved',
    who: ['approver'],
    requires: furtherApproval,
    events: [changeRequestApprovalAdded.type],
  },
  {
    from: 'Approved',
    trigger: 'Rejected',
    to: 'Rejected',
    who: ['approver'],
    requires: ['its environment is protected'],
    events: [changeRequestRejected.type],
  },
  { from: 'Approved', trigger: 'Cancelled', to: 'Cancelled', who: owner, requires: [], events: [changeRequestCancelled.type] },
  {
    from: 'Approved',
    trigger: 'Applied',
    to: 'Applied',
    who: ['applier'],
    requires: applicationBySomebody,
    events: [changeRequestApplied.type],
  },
  {
    from: 'Approved',
    trigger: 'Scheduled',
    to: 'Scheduled',
    who: ['applier'],
    requires: [...applicationBySomebody, 'its time is in the future'],
    events: [changeRequestScheduled.type],
  },

  {
    from: 'Scheduled',
    trigger: 'Approved',
    to: 'Scheduled',
    who: ['approver'],
    requires: furtherApproval,
    events: [changeRequestApprovalAdded.type],
  },
  {
    from: 'Scheduled',
    trigger: 'Scheduled',
    to: 'Scheduled',
    who: ['applier'],
    requires: [...applicationBySomebody, 'its time is in the future'],
    events: [changeRequestScheduled.type],
  },
  { from: 'Scheduled', ...unprotected },
  {
    from: 'Scheduled',
    trigger: 'Applied',
    to: 'Applied',
    who: ['applier'],
    requires: applicationBySomebody,
    events: [changeRequestApplied.type],
  },
  {
    from: 'Scheduled',
    trigger: 'Rejected',
    to: 'Rejected',
    who: ['author', 'administrator', 'approver', 'applier'],
    requires: [],
    events: [changeRequestRejected.type],
  },
  {
    from: 'Scheduled',
    trigger: 'time',
    to: 'Applied',
    who: ['clock'],
    requires: application,
    events: [changeRequestApplied.type, changeRequestScheduledApplicationSuccess.type],
  },
  {
    from: 'Scheduled',
    trigger: 'time',
    to: 'Scheduled',
    when: 'it could not be applied',
    who: ['clock'],
    requires: [],
    events: [changeRequestScheduledApplicationFailure.type],
  },
];

/** States of open requests without a schedule; an author has at most one per environment (reference, identity side §1.1). */
export const activeStates: readonly State[] = ['Draft', 'In review', 'Approved'];

export const closedStates: readonly State[] = states.filter((state) => transitions.every(({ from }) => from !== state));

export const openStates: readonly State[] = states.filter((state) => !closedStates.includes(state));
