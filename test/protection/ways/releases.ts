import { equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { apart, exempt, reaches, refused, type Ways } from '../way.ts';
import { metric, milestones, type Plan, production, safeguard, type Stage, strategy } from '../stage.ts';

const project = '/api/admin/projects/:projectId';
const there = `${project}/features/:featureName/environments/:environment`;
const plans = `${there}/release-plans`;

const ofPlan = (plan: Plan, milestone: number) => ({
  featureName: plan.feature,
  planId: plan.id,
  milestoneId: plan.milestones[milestone]?.id ?? '',
  sourceMilestone: plan.milestones[milestone]?.id ?? '',
  strategyId: plan.milestones[milestone]?.strategies[0]?.id ?? '',
  safeguardId: plan.safeguards[0]?.id ?? '',
});
const ofMilestone = (milestone: number) => async (on: Stage) => ofPlan(await on.plan(), milestone);
const [first, second, third] = [ofMilestone(0), ofMilestone(1), ofMilestone(2)];
const template = (on: Stage) => ({ name: on.fresh(), milestones: milestones.slice(1) });
const ofTemplate = async (on: Stage) => ({ templateId: await on.template() });
const ofOwnTemplate = async (on: Stage) => ({ templateId: await on.ownTemplate() });
const onlyUsers = 'only users approve';
const chart = { metricName: 'errors', timeRange: 'day', aggregationMode: 'count' };
const ofChart = async (on: Stage) => ({ chartId: await on.chart() });

export const waysOfReleases: Ways = {
  [`POST ${plans}`]: [
    apart({ does: 'without a milestone that has started', body: { name: 'plan', milestones } }),
    reaches({ does: 'with an active milestone', at: async (on: Stage) => ({ featureName: (await on.feature()).name }), body: active }),
  ],
  [`DELETE ${plans}/:planId`]: reaches({ at: second }),
  [`POST ${plans}/:planId/milestones/:milestoneId/start`]: [
    reaches({ does: 'forward', at: third }),
    exempt('going back is recorded as a direct write', { does: 'back', at: first }),
    refused('the plan is of another environment', {
      does: 'by the path of development',
      at: async (on: Stage) => ({ ...ofPlan(await on.plan(), 2), environment: 'development' }),
    }),
  ],
  [`POST ${plans}/:planId/milestones/:milestoneId/approve`]: exempt('an approval of a gate follows the rules of approvals', {
    at: async (on: Stage) => ofPlan(await on.waiting(), 0),
    refusesToken: onlyUsers,
    arrives: enters,
  }),
  [`PUT ${there}/milestone-strategies/:strategyId`]: [
    reaches({ does: 'of the active milestone', at: second, body: { ...strategy, title: 'new' } }),
    apart({ does: 'of a milestone to come', at: third, body: { ...strategy, title: 'new' } }),
  ],
  [`PUT ${there}/progressions/:sourceMilestone`]: apart({
    at: second,
    body: async (on: Stage) => ({
      transitionCondition: { intervalMinutes: 1 },
      targetMilestone: (await on.plan()).milestones[2]?.id,
    }),
  }),
  [`DELETE ${there}/progressions/:sourceMilestone`]: apart({ at: async (on: Stage) => ofPlan(await on.waiting(), 0) }),
  [`POST ${there}/progressions/:planId/pause`]: apart({ at: second }),
  [`POST ${there}/progressions/:planId/resume`]: apart({ at: async (on: Stage) => ofPlan(await on.paused(), 1) }),
  [`PUT ${plans}/:planId/safeguards`]: apart({ at: second, body: { ...safeguard, action: 'off' } }),
  [`DELETE ${plans}/:planId/safeguards/:safeguardId`]: apart({ at: second }),
  [`PUT ${there}/safeguards`]: apart({ body: safeguard }),
  [`DELETE ${there}/safeguards/:safeguardId`]: apart({
    at: async (on: Stage) => ({ featureName: (await on.guarded()).name, safeguardId: (await on.guarded()).safeguard }),
  }),
  'POST /api/admin/release-plan-templates': apart({ body: template }),
  'PUT /api/admin/release-plan-templates/:templateId': apart({ at: ofTemplate, body: template }),
  'DELETE /api/admin/release-plan-templates/:templateId': apart({ at: ofTemplate }),
  'POST /api/admin/release-plan-templates/archive/:templateId': apart({ at: ofTemplate }),
  [`POST ${project}/release-templates`]: apart({ body: template }),
  [`PUT ${project}/release-templates/:templateId`]: apart({ at: ofOwnTemplate, body: template }),
  [`DELETE ${project}/release-templates/:templateId`]: apart({ at: ofOwnTemplate }),
  [`POST ${project}/release-templates/archive/:templateId`]: apart({ at: ofOwnTemplate }),

  'POST /api/signals/:name': apart({ at: { name: 'alarm' }, body: { firing: true, summary: 'Down' } }),
  'POST /api/admin/impact-metrics/register': apart({ body: (on: Stage) => ({ name: on.fresh(), type: 'counter', help: 'Some' }) }),
  'POST /api/admin/impact-metrics/config': apart({ body: metric }),
  'PUT /api/admin/impact-metrics/config/:chartId': apart({ at: ofChart, body: chart }),
  'DELETE /api/admin/impact-metrics/config/:chartId': apart({ at: ofChart }),
};

async function active(on: Stage) {
  const id = crypto.randomUUID();
  await on.feature();
  return { name: 'plan', milestones: [{ ...milestones[1], id }, milestones[2]], activeMilestoneId: id };
}

/** The job that advances releases starts the second milestone. */
async function enters(on: Stage) {
  const { feature, milestones: own } = await on.waiting();
  await eventually(async () => {
    const { body } = await on.admin.get(`${production(feature)}/release-plans`);
    equal(body[0].activeMilestoneId, own[1]?.id);
  });
}
