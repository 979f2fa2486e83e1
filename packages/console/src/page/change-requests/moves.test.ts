import { deepEqual } from 'node:assert/strict';
import { movesOf, type Viewer } from './moves.ts';

const author = { id: 1, username: 'author', imageUrl: null };
const may = { isAdministrator: false, mayApproveOwn: false, isProtected: true };
const bystander: Viewer = { ...may, id: 9, notApproving: 'not an approver', notApplying: 'not an applier' };
const request = {
  state: 'In review' as const,
  createdBy: author,
  approvals: [],
  features: [{ name: 'express-pay', changes: [] }],
  segments: [],
};
const movesFor = (...input: Parameters<typeof movesOf>) => movesOf(...input).map(({ name, refused }) => [name, refused === undefined]);

describe('the moves of a change request', () => {
  it('let the author and administrators send a draft for review', () => {
    const draft = { ...request, state: 'Draft' as const };
    deepEqual(movesFor(draft, { ...bystander, id: 1 }), [
      ['send', true],
      ['discard', true],
    ]);
    deepEqual(movesFor(draft, { ...bystander, isAdministrator: true })[0], ['send', true]);
    deepEqual(movesFor(draft, bystander)[0], ['send', false]);
    deepEqual(movesFor({ ...draft, features: [] }, { ...bystander, id: 1 })[0], ['send', false]);
  });

  it('let approvers who are not the author approve it once', () => {
    const approver = { ...bystander, notApproving: undefined };
    deepEqual(movesFor(request, approver)[0], ['approve', true]);
    deepEqual(movesFor(request, bystander)[0], ['approve', false]);
    deepEqual(movesFor(request, { ...approver, id: 1 })[0], ['approve', false]);
    deepEqual(movesFor(request, { ...approver, id: 1, mayApproveOwn: true })[0], ['approve', true]);
    const approval = { createdBy: { id: 9, username: 'me', imageUrl: '' }, createdAt: '' };
    deepEqual(movesFor({ ...request, approvals: [approval] }, approver)[0], ['approve', false]);
  });

  it('offer to apply or schedule it once it is approved', () => {
    deepEqual(movesFor({ ...request, state: 'Approved' }, { ...bystander, notApplying: undefined }), [
      ['apply', true],
      ['schedule', true],
      ['reject', false],
      ['cancel', false],
    ]);
  });

  it('let everyone involved cancel a schedule', () => {
    const scheduled = { ...request, state: 'Scheduled' as const };
    for (const viewer of [
      { ...bystander, id: 1 },
      { ...bystander, notApproving: undefined },
      { ...bystander, notApplying: undefined },
    ])
      deepEqual(movesFor(scheduled, viewer)[2], ['callOff', true]);
    deepEqual(movesFor(scheduled, bystander)[2], ['callOff', false]);
  });

  it('ask for a reason and a review after an emergency', () => {
    const emergency = { ...request, state: 'Applied' as const, review: 'due' as const, reasonDue: true as const };
    deepEqual(movesFor(emergency, { ...bystander, id: 1, notApproving: undefined }), [
      ['explain', true],
      ['review', false],
    ]);
    deepEqual(movesFor(emergency, { ...bystander, notApproving: undefined }), [
      ['explain', false],
      ['review', true],
    ]);
  });

  it('are empty once it is closed', () => deepEqual(movesFor({ ...request, state: 'Rejected' }, bystander), []));
});
