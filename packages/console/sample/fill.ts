import { type SampleEnvironment, sampleEnvironments, type SampleFeature, sampleFeatures } from './features.ts';
import { reportsOf } from './reports.ts';

/** An API request. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Secret of an API token; without it, the request is sent as an administrator. */
  readonly token?: string;
}

/** A response, with the body parsed if it is JSON. */
export interface SampleAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request as an administrator, or with the token of the request. */
export type SendSample = (request: SampleRequest) => Promise<SampleAnswer>;

/** Thrown when the instance is not empty. */
export class NotEmpty extends Error {
  constructor(name: string) {
    super(`Sample data requires an empty instance, but it has the feature ${name}.`);
  }
}

/**
 * Fills an empty instance with sample data: two projects of a shop with features, segments, personas, a release, a change request in review and one
 * day of evaluations. Uses only the API, so events, revisions and projections match ordinary use. Existing sample data stays, so a second
 * run continues an interrupted one. Throws `NotEmpty` if the instance has a feature that is not part of the sample, and an error that names
 * the request if one is rejected.
 */
export async function fillWithSample(send: SendSample, now: Date): Promise<void> {
  await refuseOthers(send);
  for (const [path, body] of vocabulary) await create(send, path, body);
  await write(send, { method: 'PUT', path: '/api/admin/environments/sort-order', body: { development: 1, staging: 2, production: 3 } });
  await addSegments(send);
  for (const { id, name, description } of projects) await create(send, '/api/admin/projects', { id, name, description });
  for (const { id } of projects) {
    for (const environment of sampleEnvironments) await importFeatures(send, id, environment);
    for (const persona of personas) await create(send, `/api/admin/projects/${id}/personas`, persona);
  }
  for (const template of releaseTemplates) await create(send, '/api/admin/release-plan-templates', template);
  for (const { method, path, body } of colleagues) await write(send, { method, path, body }, [conflict, badRequest]);
  await report(send, now);
  await beginRelease(send);
  await protectProduction(send);
}

const conflict = 409;
const badRequest = 400;
const maxListed = 100;

async function refuseOthers(send: SendSample): Promise<void> {
  const { body } = await write(send, { method: 'GET', path: `/api/admin/search/features?limit=${maxListed}` });
  const { features } = body as { readonly features: readonly { readonly name: string }[] };
  const other = features.find(({ name }) => !sampleFeatures.some((feature) => feature.name === name));
  if (other) throw new NotEmpty(other.name);
}

/** Sends a request. Throws unless the status is below 300 or in `orStatus`. */
async function write(send: SendSample, request: SampleRequest, orStatus: readonly number[] = []): Promise<SampleAnswer> {
  const answer = await send(request);
  if (answer.status < 300 || orStatus.includes(answer.status)) return answer;
  throw new Error(`${request.method} ${request.path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
}

const create = (send: SendSample, path: string, body: unknown) => write(send, { method: 'POST', path, body }, [conflict]);

const vocabulary: readonly (readonly [path: string, body: object])[] = [
  ['/api/admin/environments', { name: 'staging', type: 'preproduction' }],
  [
    '/api/admin/context',
    {
      name: 'country',
      description: 'Country of the customer',
      stickiness: false,
      legalValues: ['SE', 'NO', 'DK', 'FI', 'DE', 'PL'].map((value) => ({ value })),
    },
  ],
  [
    '/api/admin/context',
    { name: 'plan', description: 'Plan of the customer', legalValues: ['free', 'plus', 'business'].map((value) => ({ value })) },
  ],
  ['/api/admin/context', { name: 'email', description: 'Email address of the account' }],
  ['/api/admin/tag-types', { name: 'team', description: 'Owning team' }],
];

const projects = [
  { id: 'shop', name: 'Shop', description: 'The online shop' },
  { id: 'warehouse', name: 'Warehouse', description: 'Order fulfilment' },
];

const segments = [
  {
    name: 'beta-customers',
    description: 'Customers in the beta program',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1001', '1002', '1003', '1201'] }],
  },
  {
    name: 'employees',
    description: 'Accounts with a company email address',
    constraints: [{ contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@shop.example'], caseInsensitive: true }],
  },
  {
    name: 'nordic-countries',
    description: 'Countries with two-day delivery',
    constraints: [{ contextName: 'country', operator: 'IN', values: ['SE', 'NO', 'DK', 'FI'] }],
  },
];

async function addSegments(send: SendSample): Promise<void> {
  const { body } = await write(send, { method: 'GET', path: '/api/admin/segments' });
  const found = (body as { readonly segments: readonly { readonly name: string }[] }).segments;
  for (const segment of segments) if (!found.some(({ name }) => name === segment.name)) await create(send, '/api/admin/segments', segment);
}

const personas = [
  { name: 'Anna, returning, Oslo', context: { appName: 'shop-web', userId: '1001', properties: { country: 'NO', plan: 'plus' } } },
  { name: 'Bo, business, Malmö', context: { appName: 'shop-web', userId: '2040', properties: { country: 'SE', plan: 'business' } } },
  { name: 'Carla, first visit, Berlin', context: { appName: 'shop-web', sessionId: 'c4f1', properties: { country: 'DE', plan: 'free' } } },
  {
    name: 'Dora, employee',
    context: { appName: 'shop-web', userId: '77', properties: { country: 'SE', plan: 'free', email: 'dora@shop.example' } },
  },
];

const rolloutTo = (share: number) => ({ name: 'flexibleRollout', parameters: { rollout: String(share), stickiness: 'default' } });

const releaseTemplates = [
  {
    name: 'Careful',
    description: 'For everything that customers pay with',
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

/** Users who cannot log in until an administrator sends them a link. */
const colleagues: readonly SampleRequest[] = [
  ['ingrid', 'Ingrid Berg', 'Editor'],
  ['otto', 'Otto Lind', 'Viewer'],
].map(([username, name, rootRole]) => ({
  method: 'POST',
  path: '/api/admin/user-admin',
  body: { username, name, rootRole, sendEmail: false },
}));

async function importFeatures(send: SendSample, project: string, environment: SampleEnvironment): Promise<void> {
  const features = sampleFeatures.filter((feature) => feature.project === project);
  const numbered = segments.map(({ name }, index) => ({ id: index + 1, name }));
  const data = {
    features: features.map(({ name, type, description, isStale = false }) => ({ name, type, description, stale: isStale })),
    featureStrategies: features.flatMap((feature) => strategiesOf(feature, environment)),
    featureEnvironments: features.map(({ name, on, variants = [] }) => ({
      name,
      featureName: name,
      enabled: on.includes(environment),
      variants: variants.map((variant) => ({ name: variant, weight: 0, weightType: 'variable', stickiness: 'default' })),
    })),
    featureTags: features.map(({ name, team }) => ({ featureName: name, tagType: 'team', tagValue: team })),
    tagTypes: [{ name: 'team', description: 'Owning team' }],
    segments: numbered,
    dependencies: features.flatMap(({ name, parent }) =>
      parent === undefined ? [] : [{ feature: name, dependencies: [{ feature: parent, enabled: true }] }],
    ),
  };
  await write(send, { method: 'POST', path: '/api/admin/features-batch/import', body: { project, environment, data } });
}

function strategiesOf({ name, strategies = [{}] }: SampleFeature, environment: SampleEnvironment) {
  const own = environment === 'production' ? strategies : [{}];
  return own.map(({ title, share = 100, segments: names = [], oneOf = {} }, sortOrder) => ({
    name: 'flexibleRollout',
    featureName: name,
    title: title ?? null,
    sortOrder,
    parameters: { rollout: String(share), stickiness: 'default', groupId: name },
    segments: names.map((segmentName) => segments.findIndex((segment) => segment.name === segmentName) + 1),
    constraints: Object.entries(oneOf).map(([contextName, values]) => ({ contextName, operator: 'IN', values })),
  }));
}

/** Reports evaluations like an application does, with one token per environment, which is deleted afterwards. */
async function report(send: SendSample, now: Date): Promise<void> {
  for (const { id } of projects) {
    for (const environment of sampleEnvironments) {
      const body = { tokenName: `sample-${id}-${environment}`, type: 'client', environment, projects: [id] };
      const issued = (await write(send, { method: 'POST', path: '/api/admin/api-tokens', body })).body;
      const { id: tokenId, secret } = issued as { readonly id: number; readonly secret: string };
      const features = sampleFeatures.filter(({ project }) => project === id);
      await sendReports(send, secret, reportsOf(id, features, environment, now));
      await write(send, { method: 'DELETE', path: `/api/admin/api-tokens/${tokenId}` });
    }
  }
}

const triesOfNewToken = 20;

/** Retries because delivery learns about a new token asynchronously. */
async function sendReports(send: SendSample, token: string, body: unknown): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send({ method: 'POST', path: '/api/client/metrics/bulk', body, token });
    if (answer.status < 300) return;
    if (tries === triesOfNewToken) throw new Error(`A report returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    await new Promise((resolve) => setTimeout(resolve, tries * 10));
  }
}

const released = '/api/admin/projects/shop/features/same-day-delivery/environments/production';
const releasePlans = `${released}/release-plans`;

/** Begins a release by the sample template. It waits in its second milestone, whose strategy replaces the imported ones. */
async function beginRelease(send: SendSample): Promise<void> {
  const plans = (await write(send, { method: 'GET', path: releasePlans })).body as readonly unknown[];
  if (plans.length > 0) return;
  const { body } = await write(send, { method: 'GET', path: '/api/admin/release-plan-templates' });
  const template = (body as readonly { readonly id: string; readonly name: string }[]).find(({ name }) => name === 'Careful');
  const added = await create(send, releasePlans, { templateId: template?.id });
  const { id, milestones } = added.body as { readonly id: string; readonly milestones: readonly { readonly id: string }[] };
  const strategies = (await write(send, { method: 'GET', path: `${released}/strategies` })).body as readonly { readonly id: string }[];
  for (const milestone of milestones.slice(0, 2)) await create(send, `${releasePlans}/${id}/milestones/${milestone.id}/start`, {});
  for (const strategy of strategies) await write(send, { method: 'DELETE', path: `${released}/strategies/${strategy.id}` });
}

const production = '/api/admin/projects/shop/environments/production/change-requests';

/** Requires change requests for production of the shop, and sends one for review. */
async function protectProduction(send: SendSample): Promise<void> {
  await write(send, {
    method: 'PUT',
    path: `${production}/config`,
    body: { changeRequestsEnabled: true, requiredApprovals: 1, selfApproval: true },
  });
  const found = (await write(send, { method: 'GET', path: '/api/admin/projects/shop/change-requests' })).body;
  if ((found as readonly unknown[]).length > 0) return;
  const changes = [
    { feature: 'holiday-banner', action: 'updateEnabled', payload: { enabled: true } },
    { feature: 'gift-cards', action: 'updateEnabled', payload: { enabled: true } },
  ];
  const { body } = await write(send, { method: 'POST', path: production, body: changes });
  const request = `/api/admin/projects/shop/change-requests/${(body as { readonly id: number }).id}`;
  await write(send, { method: 'PUT', path: `${request}/title`, body: { title: 'Ready for December' } });
  await write(send, { method: 'PUT', path: `${request}/state`, body: { state: 'In review' } });
}
