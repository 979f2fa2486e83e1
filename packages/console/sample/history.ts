import { type SampleFeature, sampleFeatures } from './features.ts';
import type { UserIds, Username } from './users.ts';
import { type SendSample, write } from './send.ts';

const dayMs = 86_400_000;

/** Days since a feature was created, and since applications first evaluated it before and in production. */
type Ages = readonly [created: number, preLive?: number, live?: number];

const ages: Readonly<Record<string, Ages>> = {
  'express-pay': [48, 46, 31],
  'new-checkout': [35, 33, 19],
  'pay-by-invoice': [120, 117, 96],
  'gift-cards': [16],
  'guest-checkout': [210, 206, 190],
  'search-suggestions': [160, 158, 149],
  'search-ranking-v2': [27, 26, 21],
  recommendations: [300, 298, 291],
  'read-only-mode': [240, 238, 230],
  'loyalty-points': [55, 52, 37],
  'same-day-delivery': [24, 22, 9],
  'holiday-banner': [6],
  'one-click-returns': [11],
  'old-cart-drawer': [400, 399, 390],
  'pick-by-light': [41, 40, 33],
  'label-printer-v3': [19],
  'night-shift-planner': [4],
};

/** Days since a feature of the sample was created and entered its stages; it is new if it is unknown. */
export const agesOf = (name: string): Ages => ages[name] ?? [0];

interface ArchivedFeature extends Pick<SampleFeature, 'name' | 'project' | 'team' | 'description'> {
  readonly ages: Required<Ages>;
  /** Days since it was archived. */
  readonly archived: number;
}

/** Features that the shop has cleaned up. */
export const archivedFeatures: readonly ArchivedFeature[] = [
  { name: 'wish-lists', project: 'shop', team: 'growth', description: 'Lists to share.', ages: [130, 128, 110], archived: 51 },
  { name: 'black-friday', project: 'shop', team: 'growth', description: 'Prices of one day.', ages: [58, 56, 52], archived: 39 },
  { name: 'sms-receipts', project: 'shop', team: 'checkout', description: 'Receipts by text.', ages: [90, 88, 70], archived: 30 },
  { name: 'address-lookup', project: 'shop', team: 'checkout', description: 'Completes addresses.', ages: [57, 55, 46], archived: 18 },
  { name: 'new-footer', project: 'shop', team: 'growth', description: 'The footer of 2026.', ages: [44, 42, 36], archived: 13 },
  { name: 'cart-upsell', project: 'shop', team: 'search', description: 'Offers in the cart.', ages: [31, 30, 25], archived: 5 },
  { name: 'zone-picking', project: 'warehouse', team: 'logistics', description: 'Orders by aisle.', ages: [100, 98, 90], archived: 24 },
];

const ownerOf: Readonly<Record<SampleFeature['team'], Username>> = {
  checkout: 'ingrid',
  search: 'mei',
  growth: 'lena',
  logistics: 'samir',
};

interface PastEvent {
  readonly type: string;
  readonly createdAt: string;
  readonly createdBy: Username;
  readonly project: string;
  readonly featureName: string;
  readonly environment?: string;
  readonly data?: object;
  readonly preData?: object;
}

const rollout = (title: string, share: number) => ({ name: 'flexibleRollout', title, parameters: { rollout: String(share) } });

type Dated = Pick<SampleFeature, 'name' | 'project' | 'team' | 'description' | 'strategies'> & { readonly archived?: number };

/** The events of a feature, in working hours that depend on its name. */
function eventsOf(feature: Dated, [created, preLive, live]: Ages, now: Date): PastEvent[] {
  const { name, project, team, description, strategies = [], archived } = feature;
  const at = (daysAgo: number): string => {
    const day = new Date(now.getTime() - daysAgo * dayMs);
    day.setUTCHours(8 + ((name.length + daysAgo) % 8), (name.length * 7 + daysAgo * 11) % 60, 0, 0);
    return day.toISOString();
  };
  const event = (type: string, daysAgo: number, more: Partial<PastEvent> = {}): PastEvent => ({
    type,
    createdAt: at(daysAgo),
    createdBy: ownerOf[team],
    project,
    featureName: name,
    ...more,
  });
  const gradual = strategies.find(({ share }) => share !== undefined);
  const production = { environment: 'production' };
  const step = (from: number, to: number): Partial<PastEvent> => ({
    ...production,
    data: rollout(gradual?.title ?? '', to),
    preData: rollout(gradual?.title ?? '', from),
  });
  const [first, second, share] = [0.2, 0.5, 1].map((part) => Math.max(1, Math.round((gradual?.share ?? 0) * part))) as [
    number,
    number,
    number,
  ];
  return [
    event('feature-created', created, { data: { name, description } }),
    ...(preLive === undefined ? [] : [event('feature-environment-enabled', preLive, { environment: 'staging' })]),
    ...(live === undefined ? [] : [event('feature-environment-enabled', live, production)]),
    ...(live === undefined || gradual === undefined
      ? []
      : [
          event('feature-strategy-update', Math.ceil(live * 0.75), step(first, second)),
          event('feature-strategy-update', Math.ceil(live * 0.5), step(second, share)),
        ]),
    ...(archived === undefined ? [] : [event('feature-archived', archived)]),
  ];
}

const shownDays = 60;

/** Changes by day: the past events, and changes of weekdays that the log does not have. */
function activityOf(project: string, events: readonly PastEvent[], now: Date) {
  const own = events.filter((event) => event.project === project);
  return Array.from({ length: shownDays - 1 }, (_, index) => {
    const day = new Date(now.getTime() - (index + 1) * dayMs).toISOString().slice(0, 10);
    const isWorkday = ![0, 6].includes(new Date(day).getUTCDay());
    const others = isWorkday ? (index * 7 + project.length * 3) % (project === 'shop' ? 34 : 9) : 0;
    return { project, lastAt: `${day}T15:00:00.000Z`, events: own.filter(({ createdAt }) => createdAt.startsWith(day)).length + others };
  }).filter(({ events: count }) => count > 0);
}

const source = 'sample-shop';

/** Moves the dates of features back, and adds the changes of the past to the log, marked as imported. */
export async function importHistory(send: SendSample, ids: UserIds, now: Date): Promise<void> {
  const dated = [
    ...sampleFeatures.map((feature) => ({ feature, ages: agesOf(feature.name) })),
    ...archivedFeatures.map((feature) => ({ feature, ages: feature.ages })),
  ];
  const instant = (daysAgo: number | undefined) => (daysAgo === undefined ? null : new Date(now.getTime() - daysAgo * dayMs).toISOString());
  const features = dated.map(({ feature, ages: [created, preLive, live] }) => ({
    name: feature.name,
    createdAt: instant(created),
    preLiveAt: instant(preLive),
    liveAt: instant(live),
    archivedAt: instant('archived' in feature ? feature.archived : undefined),
  }));
  const events = dated
    .flatMap(({ feature, ages: own }) => eventsOf(feature, own, now))
    .filter(({ createdAt }) => createdAt < now.toISOString())
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const activity = ['shop', 'warehouse'].flatMap((project) => activityOf(project, events, now));
  await write(send, { method: 'POST', path: '/api/admin/migration/usage', body: { features, activity } });
  const numbered = events.map((event, index) => ({ id: index + 1, createdByUserId: ids[event.createdBy], ...event }));
  await write(send, { method: 'POST', path: '/api/admin/migration/events', body: { source, events: numbered } });
}
