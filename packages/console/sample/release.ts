import { create, read, type SendSample, write } from './send.ts';
import { errorRate } from './usage.ts';

const rolloutTo = (share: number) => ({ name: 'flexibleRollout', parameters: { rollout: String(share), stickiness: 'default' } });

/** The metric is near the limit, but does not reach it. */
const safeguard = {
  impactMetric: { metricName: errorRate.name, timeRange: 'hour', aggregationMode: 'avg', labelSelectors: { environment: ['production'] } },
  triggerCondition: { operator: '>', threshold: errorRate.limit },
  action: 'pauseReleasePlanProgressions',
};

const releaseTemplates = [
  {
    name: 'Careful',
    description: 'For everything that customers pay with',
    safeguards: [safeguard],
    milestones: [
      { name: 'A twentieth', strategies: [rolloutTo(5)], transitionCondition: { intervalMinutes: 1440 } },
      {
        name: 'A quarter',
        strategies: [rolloutTo(25)],
        transitionCondition: {
          intervalMinutes: 2880,
          gates: [
            { type: 'exposure', minimum: 10_000 },
            { type: 'approval', approvals: 1 },
          ],
        },
      },
      {
        name: 'Half',
        strategies: [rolloutTo(50)],
        transitionCondition: {
          gates: [{ type: 'window', days: ['mon', 'tue', 'wed', 'thu'], from: '09:00', to: '15:00', timeZone: 'Europe/Oslo' }],
        },
      },
      { name: 'Everyone', strategies: [rolloutTo(100)] },
    ],
  },
];

const released = '/api/admin/projects/shop/features/same-day-delivery/environments/production';
const releasePlans = `${released}/release-plans`;

interface Plan {
  readonly id: string;
  readonly milestones: readonly { readonly id: string }[];
}

/** Begins a release by the sample template. It waits in its second milestone, whose strategy replaces the imported ones. */
export async function beginRelease(send: SendSample): Promise<void> {
  for (const template of releaseTemplates) await create(send, '/api/admin/release-plan-templates', template);
  if ((await read<readonly unknown[]>(send, releasePlans)).length > 0) return;
  const templates = await read<readonly { readonly id: string; readonly name: string }[]>(send, '/api/admin/release-plan-templates');
  const added = await create(send, releasePlans, { templateId: templates.find(({ name }) => name === 'Careful')?.id });
  const { id, milestones } = added.body as Plan;
  const strategies = await read<readonly { readonly id: string }[]>(send, `${released}/strategies`);
  for (const milestone of milestones.slice(0, 2)) await create(send, `${releasePlans}/${id}/milestones/${milestone.id}/start`, {});
  for (const strategy of strategies) await write(send, { method: 'DELETE', path: `${released}/strategies/${strategy.id}` });
}

const production = '/api/admin/projects/shop/environments/production/change-requests';

/** Requires change requests for production of the shop, and sends one for review. */
export async function protectProduction(send: SendSample): Promise<void> {
  await write(send, {
    method: 'PUT',
    path: `${production}/config`,
    body: { changeRequestsEnabled: true, requiredApprovals: 1, selfApproval: true },
  });
  if ((await read<readonly unknown[]>(send, '/api/admin/projects/shop/change-requests')).length > 0) return;
  const changes = [
    { feature: 'holiday-banner', action: 'updateEnabled', payload: { enabled: true } },
    { feature: 'gift-cards', action: 'updateEnabled', payload: { enabled: true } },
  ];
  const { body } = await write(send, { method: 'POST', path: production, body: changes });
  const request = `/api/admin/projects/shop/change-requests/${(body as { readonly id: number }).id}`;
  await write(send, { method: 'PUT', path: `${request}/title`, body: { title: 'Ready for December' } });
  await write(send, { method: 'PUT', path: `${request}/state`, body: { state: 'In review' } });
}
