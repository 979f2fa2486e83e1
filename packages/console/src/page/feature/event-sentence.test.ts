import { deepEqual, equal } from 'node:assert/strict';
import { actorOf } from './actor-of.ts';
import { allWording, describeDetails } from './event-details.ts';
import { eventSentence, describeEvent, tookEffectIn, undoPermission } from './event-sentence.ts';

const nothing = { environment: null, data: null, preData: null };
const strategy = { name: 'flexibleRollout', title: 'Pilot', parameters: { rollout: '25' } };

describe('an event of a feature', () => {
  it('includes its environment', () =>
    equal(
      describeEvent({ ...nothing, type: 'feature-environment-enabled', environment: 'production' }),
      'turned on the feature in production',
    ));
  it('names the agent that acted for the user, if any', () => {
    equal(actorOf({ createdBy: 'ann' }), 'ann');
    equal(actorOf({ createdBy: 'ann', via: { agent: 'Code Pilot', client: 'x' } }), 'Code Pilot for ann');
  });
  it('took effect in an environment, unless it is part of a change request or belongs to another environment', () => {
    const took = (type: string, environment: string | null = 'production') => tookEffectIn({ type, environment }, 'production');
    deepEqual([took('feature-environment-enabled'), took('feature-strategy-update')], [true, true]);
    deepEqual(
      [took('change-added'), took('change-request-created'), took('feature-strategy-update', 'development')],
      [false, false, false],
    );
  });
  it('leaves a gap for the link to the feature', () => {
    const added = { ...nothing, type: 'feature-strategy-add', environment: 'production', data: strategy };
    const ofPay = { featureName: 'pay', project: 'shop' };
    const parts = { feature: 'pay', project: '' };
    deepEqual(eventSentence({ ...added, ...ofPay }), { ...parts, verb: 'added the strategy', object: 'Pilot', of: 'to', after: '' });
    const marked = { ...nothing, ...ofPay, type: 'feature-stale-on' };
    deepEqual(eventSentence(marked), { ...parts, verb: 'marked', object: '', of: '', after: 'as stale' });
  });
  it('names the strategy', () => {
    equal(describeEvent({ ...nothing, type: 'feature-strategy-add', data: strategy }), 'added the strategy Pilot');
    equal(describeEvent({ ...nothing, type: 'feature-strategy-remove', preData: strategy }), 'deleted the strategy Pilot');
  });
  it('names the object of other events', () => {
    const user = { id: 31, name: null, username: null, email: 'ines@example.com' };
    equal(describeEvent({ ...nothing, type: 'user-created', data: user }), 'invited ines@example.com');
    equal(
      describeEvent({ ...nothing, type: 'api-token-deleted', environment: 'production', preData: { tokenName: 'checkout' } }),
      'deleted the API token checkout in production',
    );
    const renamed = { changeRequestId: 41, title: 'Open in Norway' };
    equal(
      describeEvent({ ...nothing, type: 'change-request-title-updated', data: renamed }),
      'renamed change request #41 to “Open in Norway”',
    );
    const member = { userId: 31, roleName: 'Owner', email: 'ines@example.com' };
    equal(describeEvent({ ...nothing, type: 'project-user-added', data: member }), 'added the member ines@example.com as Owner');
  });
  it('names the permission to undo it, if it can be undone', () => {
    equal(undoPermission({ type: 'feature-environment-enabled' }), 'UPDATE_FEATURE_ENVIRONMENT');
    deepEqual([undoPermission({ type: 'change-added' }), undoPermission({ type: 'moon-landed' })], [undefined, undefined]);
  });
  it('offers no undo of the parts of a step, or of the first step of a release', () => {
    const data = { milestoneId: 'm-1' };
    equal(undoPermission({ type: 'feature-strategy-add', data, preData: null }), undefined);
    const dated = [
      { type: 'release', createdAt: '2026-01-01' },
      { type: 'release', createdAt: '2026-02-01' },
    ] as const;
    equal(undoPermission({ type: 'feature-metadata-updated', data: dated[0], preData: dated[1] }), undefined);
    equal(undoPermission({ type: 'feature-metadata-updated', data: dated[0], preData: { type: 'experiment' } }), 'UPDATE_FEATURE');
    equal(undoPermission({ type: 'release-plan-milestone-started', data, preData: null }), undefined);
    equal(undoPermission({ type: 'release-plan-milestone-started', data, preData: { milestoneId: 'before' } }), 'UPDATE_FEATURE_STRATEGY');
  });
  it('tells releases by milestone, condition and safeguard', () => {
    const inProduction = { ...nothing, environment: 'production' };
    const started = { milestoneName: 'Half', automatic: true };
    equal(
      describeEvent({ ...inProduction, type: 'release-plan-milestone-started', data: started }),
      'started the milestone Half automatically in production',
    );
    equal(
      describeEvent({ ...inProduction, type: 'release-plan-removed', preData: { name: 'Careful' } }),
      'removed the release plan Careful in production',
    );
    equal(
      describeEvent(
        { ...inProduction, type: 'milestone-progression-updated', data: { transitionCondition: { intervalMinutes: 60 } } },
        allWording,
      ),
      'changed the condition for the next milestone to “after 1 hour” in production',
    );
    const impactMetric = { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} };
    const safeguard = { impactMetric, triggerCondition: { operator: '>', threshold: 5 }, action: 'step-back', reason: 'It is 7.' };
    equal(
      describeEvent({ ...inProduction, type: 'safeguard-triggered', data: { safeguard } }, allWording),
      'triggered the safeguard “Goes back to the previous milestone if the count of errors in the past hour is above 5” (It is 7.) in production',
    );
  });
  it('names the tag', () =>
    equal(describeEvent({ ...nothing, type: 'feature-tagged', data: { type: 'team', value: 'pay' } }), 'added the tag team:pay'));
  it('falls back to its type if that is unknown', () => equal(describeEvent({ ...nothing, type: 'moon-landed' }), 'moon landed'));
  it('lists the changes of a strategy, and tolerates missing parts', () => {
    const data = { ...strategy, parameters: { rollout: '50' } };
    deepEqual(
      describeDetails({ type: 'feature-strategy-update', data, preData: strategy }, () => undefined),
      ['rollout 25% → 50%'],
    );
    deepEqual(
      describeDetails({ type: 'feature-created', data, preData: strategy }, () => undefined),
      [],
    );
  });
});
