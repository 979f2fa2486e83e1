import { equal } from 'node:assert/strict';
import { describeAct } from './describe-act.ts';

const of = (type: string, more: object = {}) => ({
  type,
  project: 'shop',
  environment: null,
  featureName: null,
  data: null,
  preData: null,
  ...more,
});
const features = (type: string, count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => of(type, { featureName: `f${index}`, ...more }));

describe('the act of a group of events', () => {
  it('is named by the promotion, the import or the request', () => {
    const turned = features('feature-environment-enabled', 11);
    equal(describeAct([...turned, of('plan-applied', { data: { source: 'promotion', applied: 22 } })]), 'promoted 11 features');
    const documents = { source: 'documents', set: 'backend', applied: 12 };
    equal(describeAct([...turned, of('plan-applied', { data: documents })]), 'applied the set backend (12 changes)');
    equal(describeAct([of('features-imported'), ...features('feature-created', 14), ...turned]), 'imported 14 features');
    const request = { data: { changeRequestId: 7 } };
    equal(describeAct([...features('change-added', 2, request), of('change-request-created', request)]), 'created change request #7');
  });

  it('counts the features that it did the same to', () => {
    equal(describeAct(features('feature-environment-enabled', 1200)), 'turned on 1,200 features');
    equal(describeAct(features('feature-stale-on', 2)), 'marked 2 features as stale');
    equal(describeAct(features('feature-tagged', 3, { data: { type: 'team', value: 'pay' } })), 'added the tag team:pay');
    equal(
      describeAct(['feature-archived', 'feature-stale-on', 'feature-completed'].flatMap((type) => features(type, 2))),
      'changed 2 features',
    );
  });

  it('keeps its own words if they are few', () => {
    const one = (type: string, data: object | null = null) => of(type, { featureName: 'pay', data });
    equal(describeAct([one('feature-environment-enabled')]), 'turned on the feature');
    equal(describeAct([one('feature-archived'), one('feature-stale-on')]), 'archived the feature, marked the feature as stale');
    const strategies = ['A', 'B', 'C'].map((title) => one('feature-strategy-remove', { title }));
    equal(describeAct(strategies), 'deleted the strategy A and 2 more');
    equal(
      describeAct([one('feature-strategy-add'), one('release-plan-milestone-started', { milestoneName: 'Half' })]),
      'started the milestone Half',
    );
  });
});
