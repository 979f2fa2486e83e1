import type { ChangeRequest } from '../../server/ask.ts';

interface MoveWords {
  /** The button. */
  readonly title: string;
  /** The confirmation. */
  readonly done?: string;
  /** Advice before it. */
  readonly hint?: string;
  /** The target state of a move that only takes an optional comment. */
  readonly state?: 'In review' | 'Approved' | 'Rejected' | 'Applied' | 'Cancelled';
}

const closes = 'This closes the request. No changes are applied.';

export const moveWords = {
  send: { title: 'Send for review', done: 'Sent for review.', hint: 'Optional. Anything reviewers should know.', state: 'In review' },
  approve: {
    title: 'Approve exactly this',
    done: 'Approved.',
    hint: 'Optional. Your approval covers only the content you see here.',
    state: 'Approved',
  },
  reject: {
    title: 'Reject',
    done: 'Rejected.',
    hint: 'Explain what is wrong. A rejected request can’t be reopened.',
    state: 'Rejected',
  },
  apply: { title: 'Apply now', done: 'All changes applied.', hint: 'Either all changes take effect or none do.', state: 'Applied' },
  schedule: { title: 'Schedule', done: 'Scheduled.' },
  reschedule: { title: 'Reschedule' },
  callOff: { title: 'Cancel schedule', done: 'Schedule cancelled.', hint: closes, state: 'Rejected' },
  cancel: { title: 'Withdraw', done: 'Change request withdrawn.', hint: closes, state: 'Cancelled' },
  discard: { title: 'Discard draft', done: 'Draft discarded.' },
  review: { title: 'Mark as reviewed', done: 'Marked as reviewed.' },
  explain: { title: 'Add reason' },
} as const satisfies Readonly<Record<string, MoveWords>>;

export type MoveName = keyof typeof moveWords;

export interface Move {
  readonly name: MoveName;
  /** Reason why the user cannot do it, if any. */
  readonly refused: string | undefined;
}

/** Rights of the current user on a request. */
export interface Viewer {
  readonly id: number | undefined;
  readonly isAdministrator: boolean;
  /** Why the user may not approve requests; undefined if permitted. */
  readonly notApproving: string | undefined;
  readonly notApplying: string | undefined;
  /** Whether the environment allows authors to approve their own requests. */
  readonly mayApproveOwn: boolean;
  /** Whether the environment requires change requests. Others only have scheduled changes, which nobody approves. */
  readonly isProtected: boolean;
}

type Judged = Pick<ChangeRequest, 'state' | 'createdBy' | 'approvals' | 'features' | 'segments' | 'environments' | 'review' | 'reasonDue'>;

/** Refusal for users who neither wrote the request nor administer. */
export const notYours = 'Only the author and administrators can do this.';

const notYourOwn = 'You can’t approve your own change request.';

/** The moves that the state allows, most important first, with the reason if the user may not make one. The server enforces them. */
export function movesOf(request: Judged, viewer: Viewer): readonly Move[] {
  const isAuthor = viewer.id !== undefined && request.createdBy.id === viewer.id;
  const unless = (is: boolean, reason: string) => (is ? undefined : reason);
  const owner = unless(isAuthor || viewer.isAdministrator, notYours);
  const { notApproving: approver, notApplying: applier } = viewer;
  const other = approver ?? unless(!isAuthor || viewer.mayApproveOwn, notYourOwn);
  const isEmpty = request.features.length + request.segments.length + (request.environments?.length ?? 0) === 0;
  const hasApproved = request.approvals.some(({ createdBy }) => createdBy.id === viewer.id);
  switch (request.state) {
    case 'Draft':
      return [move('send', owner ?? unless(!isEmpty, 'This change request has no changes.')), move('discard', owner)];
    case 'In review':
      return [
        move('approve', other ?? unless(!hasApproved, 'You have already approved it.')),
        move('reject', approver),
        move('cancel', owner),
      ];
    case 'Approved':
      return [move('apply', applier), move('schedule', applier), move('reject', approver), move('cancel', owner)];
    case 'Scheduled':
      if (!viewer.isProtected) return [move('reschedule', owner), move('callOff', owner && approver && applier)];
      return [move('reschedule', applier), move('apply', applier), move('callOff', owner && approver && applier)];
    case 'Applied':
      return [
        ...(request.reasonDue ? [move('explain', owner)] : []),
        ...(request.review === 'due' ? [move('review', approver ?? unless(!isAuthor, notYourOwn))] : []),
      ];
    default:
      return [];
  }
}

const move = (name: MoveName, refused: string | undefined): Move => ({ name, refused });
