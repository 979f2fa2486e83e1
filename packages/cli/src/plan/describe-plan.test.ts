import { equal } from 'node:assert/strict';
import { render } from '../output/render.ts';
import { describePlan, planInMarkdown } from './describe-plan.ts';
import type { DocumentPlan, PlanAction } from '../api/operations.ts';

const update: PlanAction = {
  op: 'update',
  kind: 'Feature',
  name: 'new-checkout',
  environment: 'production',
  before: { strategies: [{ parameters: { 'a/b': '50' } }], title: 'Old' },
  after: {},
  patch: [
    { op: 'add', path: '/enabled', value: true },
    { op: 'replace', path: '/strategies/0/parameters/a~1b', value: '100' },
    { op: 'remove', path: '/title' },
  ],
  protected: true,
  localApplications: [{ appName: 'worker', environment: 'production', feature: 'new-checkout' }],
};
const plan: DocumentPlan = {
  revision: 7,
  hash: 'abc',
  summary: { create: 1, update: 1, delete: 1, same: 12, refused: 1 },
  actions: [
    { op: 'create', kind: 'TagType', name: 'team', before: null, after: { description: 'Team' }, patch: [], protected: false },
    update,
    { op: 'delete', kind: 'Segment', name: 'old', before: {}, after: null, patch: [], protected: false },
    { op: 'update', kind: 'Feature', name: 'theirs', before: {}, after: {}, patch: [], protected: false, reason: 'The set web owns it.' },
  ],
};

describe('the text of a plan', () => {
  it('has a line for each object and each difference', () => {
    equal(
      describePlan(plan, new Map([[update, 'last changed by ada']])),
      `+ TagType team
    description: "Team"
~ Feature new-checkout in production (needs approval)
    enabled: default → true
    strategies/0/parameters/a~1b: "50" → "100"
    title: "Old" → default
    worker would no longer get new-checkout in production: it evaluates locally, and the list is too long for SDKs
    last changed by ada
- Segment old
! Feature theirs (refused: The set web owns it.)
Plan: 1 to create, 1 to update, 1 to delete; 12 unchanged; 1 refused.`,
    );
  });

  it('has colors by operation', async () => {
    const text = await render({ data: plan, text: '+ a\n    + b\n- c', isDiff: true }, 'table', { color: true });
    equal(text, '\u001b[32m+ a\u001b[39m\n    + b\n\u001b[31m- c\u001b[39m\n');
  });

  it('is a comment in Markdown with the hash', () => {
    const empty = { ...plan, actions: [], summary: { create: 0, update: 0, delete: 0, same: 3, refused: 0 } };
    equal(
      planInMarkdown(empty, { project: 'shop', remarks: new Map() }),
      '### Plan for shop\n\nPlan: 0 to create, 0 to update, 0 to delete; 3 unchanged.\n',
    );
    const text = planInMarkdown(plan, { project: 'shop', remarks: new Map() });
    equal(text.includes('```diff\n+ TagType team\n'), true);
    equal(text.includes('\n! Feature new-checkout in production (needs approval)\n'), true);
    equal(text.endsWith('become a change request for each environment.\n\nHash: `abc`\n'), true);
  });
});
