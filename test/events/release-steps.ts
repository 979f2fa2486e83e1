import type { Step, Stored } from './step.ts';
import { stored } from './step.ts';

const basket = ['shop', 'basket', 'development'];
const there = (type: string) => `${type} shop/development/basket`;
const rollout = { name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'userId' } };
const milestones = [
  { name: 'some', strategies: [rollout] },
  { name: 'all', strategies: [{ name: 'default' }] },
];
const metric = { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} };
const safeguard = { impactMetric: metric, triggerCondition: { operator: '>', threshold: 5 } };

/** The steps of a template of all projects, or of one. */
const stepsOf = (routes: string, path: string, at: readonly string[], location: string): readonly Step[] => {
  const template = `template of ${location}`;
  const own = [...at, stored(template)];
  return [
    {
      route: `POST ${routes}`,
      at,
      body: { name: template, milestones },
      events: [`release-plan-template-created ${location}`],
      carries: ['d'],
      keep: template,
    },
    {
      route: `PUT ${routes}/:templateId`,
      at: own,
      body: { name: `${template} put`, milestones },
      events: [`release-plan-template-updated ${location}`],
      carries: ['dp'],
    },
    { route: `POST ${path}`, at: own, events: [`release-plan-template-archived ${location}`], carries: ['dp'] },
    { route: `DELETE ${routes}/:templateId`, at: own, events: [`release-plan-template-deleted ${location}`], carries: ['p'] },
  ];
};

const environment = '/projects/:projectId/features/:featureName/environments/:environment';
const progression = (condition: object) => (all: Stored) => ({ targetMilestone: all.get('all'), transitionCondition: condition });

/** Releases of `basket`, which has no tag. */
export const releaseSteps: readonly Step[] = [
  ...stepsOf('/release-plan-templates', '/release-plan-templates/archive/:templateId', [], '-/-/-'),
  ...stepsOf('/projects/:projectId/release-templates', '/projects/:projectId/release-templates/archive/:templateId', ['shop'], 'shop/-/-'),
  {
    route: `POST ${environment}/release-plans`,
    at: basket,
    body: { name: 'basket for all', milestones },
    events: [there('release-plan-added')],
    carries: ['d'],
    keep: ({ id, milestones: [some, all] }) => ({ plan: id, some: some.id, all: all.id, share: some.strategies[0].id }),
  },
  {
    route: `PUT ${environment}/progressions/:sourceMilestone`,
    at: [...basket, stored('some')],
    body: progression({ intervalMinutes: 60 }),
    events: [there('milestone-progression-created')],
    carries: ['d'],
  },
  {
    route: `PUT ${environment}/progressions/:sourceMilestone`,
    at: [...basket, stored('some')],
    body: progression({ gates: [{ type: 'approval', approvals: 2 }] }),
    events: [there('milestone-progression-updated')],
    carries: ['dp'],
  },
  {
    route: `PUT ${environment}/release-plans/:planId/safeguards`,
    at: [...basket, stored('plan')],
    body: safeguard,
    events: [there('safeguard-changed')],
    carries: ['d'],
    keep: ({ safeguards }) => ({ safeguard: safeguards[0].id }),
  },
  {
    route: `PUT ${environment}/safeguards`,
    at: basket,
    body: safeguard,
    events: [there('safeguard-changed')],
    carries: ['d'],
    keep: ({ id }) => ({ 'safeguard of basket': id }),
  },
  {
    route: `DELETE ${environment}/safeguards/:safeguardId`,
    at: [...basket, stored('safeguard of basket')],
    events: [there('safeguard-deleted')],
    carries: ['p'],
  },
  {
    route: `POST ${environment}/release-plans/:planId/milestones/:milestoneId/start`,
    at: [...basket, stored('plan'), stored('some')],
    events: [there('feature-strategy-add'), there('release-plan-milestone-started')],
    carries: ['d', 'd'],
  },
  {
    route: `PUT ${environment}/milestone-strategies/:strategyId`,
    at: [...basket, stored('share')],
    body: { ...rollout, title: 'put' },
    events: [there('feature-strategy-update'), there('release-plan-updated')],
    carries: ['dp', 'dp'],
  },
  {
    route: `POST ${environment}/release-plans/:planId/milestones/:milestoneId/approve`,
    at: [...basket, stored('plan'), stored('some')],
    events: [there('release-plan-milestone-approved')],
    carries: ['d'],
  },
  {
    route: `POST ${environment}/progressions/:planId/pause`,
    at: [...basket, stored('plan')],
    events: [there('release-plan-progressions-paused')],
    carries: ['d'],
  },
  {
    route: `POST ${environment}/progressions/:planId/resume`,
    at: [...basket, stored('plan')],
    events: [there('release-plan-progressions-resumed')],
    carries: ['d'],
  },
  {
    route: `DELETE ${environment}/release-plans/:planId/safeguards/:safeguardId`,
    at: [...basket, stored('plan'), stored('safeguard')],
    events: [there('safeguard-deleted')],
    carries: ['p'],
  },
  {
    route: `DELETE ${environment}/progressions/:sourceMilestone`,
    at: [...basket, stored('some')],
    events: [there('milestone-progression-deleted')],
    carries: ['p'],
  },
  {
    route: `DELETE ${environment}/release-plans/:planId`,
    at: [...basket, stored('plan')],
    events: [there('feature-strategy-remove'), there('release-plan-removed')],
    carries: ['p', 'p'],
  },
];
