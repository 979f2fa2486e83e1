import { deepEqual } from 'node:assert/strict';
import { ruleEntries, rulesOf, ruleValues } from './protection-form.ts';

const known = { groups: [], roles: [{ value: '4', title: 'Owner' }] };
const complete = {
  environment: 'production',
  type: 'production',
  changeRequestEnabled: true,
  requiredApprovals: 2,
  selfApproval: true,
  reasonRequired: true,
  reviewers: { groups: [7], roles: [4, 5] },
  secondApprovalAbove: 0.125,
  freezes: [],
  recentContexts: true,
};

describe('the form of the rules of an environment', () => {
  it('sends the rules that it shows', () => {
    deepEqual(rulesOf(ruleValues(complete)), {
      changeRequestsEnabled: true,
      requiredApprovals: 2,
      selfApproval: true,
      reasonRequired: true,
      reviewers: { groups: [7], roles: [4, 5] },
      secondApprovalAbove: 0.125,
      recentContexts: true,
    });
  });

  it('limits neither reviewers nor impact unless asked to', () => {
    const { reviewers, secondApprovalAbove } = rulesOf({ ...ruleValues(complete), groups: [], roles: [], second: ' ' });
    deepEqual([reviewers, secondApprovalAbove], [null, null]);
  });

  it('has a single field until change requests are required', () => {
    const values = ruleValues({ ...complete, changeRequestEnabled: false });
    deepEqual(Object.keys(ruleEntries(known)(values)), ['enabled']);
    deepEqual(rulesOf(values), { changeRequestsEnabled: false });
    deepEqual(Object.keys(ruleEntries(known)({ ...values, enabled: true })).includes('groups'), false);
  });
});
