import { apart, exempt, reaches, type Ways } from '../way.ts';
import { constraints, type Stage, strategy } from '../stage.ts';
import { must, shop } from '../world.ts';
import { undoOfEach } from './undo.ts';

const project = '/api/admin/projects/:projectId';
const at = `/api/admin/projects/${shop}`;
const byAdministrators = 'only administrators import the state of an instance';

const document = (name: string, spec: object) => ({
  apiVersion: 'signalbox.dev/v1',
  kind: 'Feature',
  metadata: { name, project: shop },
  spec: { type: 'release', ...spec },
});
const object = (kind: string, name: string, spec: object, more: object = {}) => ({
  apiVersion: 'signalbox.dev/v1',
  kind,
  metadata: { name, ...more },
  spec,
});
const planned = async (on: Stage, documents: readonly object[], more: object = {}) =>
  on.planned(`${at}/plan`, { set: on.fresh(), documents, ...more });

const imported = (name: string, environment: string) => ({
  project: shop,
  environment,
  data: {
    features: [{ name, type: 'release' }],
    featureStrategies: [{ ...strategy, featureName: name }],
    featureEnvironments: [{ featureName: name, environment, name, enabled: true }],
    contextFields: [],
    featureTags: [],
    segments: [],
    tagTypes: [],
    dependencies: [],
    links: [],
    releasePlans: [],
  },
});

const promotion = async (on: Stage) => ({
  from: { environment: 'development' },
  to: { environment: 'production' },
  select: { features: [await on.off()] },
  enabled: 'copy',
});

const switchedOn = (featureName: string) => ({
  type: 'feature-environment-enabled',
  project: shop,
  environment: 'production',
  featureName,
  data: null,
  preData: null,
});
export const waysOfTransfers: Ways = {
  'POST /api/admin/features-batch/export': apart({
    body: async (on: Stage) => ({ environment: 'production', features: [(await on.feature()).name] }),
  }),
  'POST /api/admin/features-batch/validate': apart({ body: async (on: Stage) => imported((await on.feature()).name, 'production') }),
  'POST /api/admin/features-batch/import': [
    reaches({ does: 'into production', body: async (on: Stage) => imported(await on.off(), 'production') }),
    apart({ does: 'into development', body: async (on: Stage) => imported(await on.off(), 'development') }),
  ],
  'POST /api/admin/state/import': exempt(byAdministrators, {
    body: async (on: Stage) => stateOf(await on.off()),
  }),
  'POST /api/admin/migration/usage': apart({
    body: async (on: Stage) => ({
      hours: [
        {
          featureName: (await on.feature()).name,
          appName: 'till',
          environment: 'production',
          timestamp: '2026-01-01T00:00:00.000Z',
          yes: 1,
          no: 1,
        },
      ],
    }),
  }),
  'POST /api/admin/undo/preview': apart({ body: async (on: Stage) => switchedOn((await on.feature()).name) }),
  'POST /api/admin/undo': undoOfEach,
  [`POST ${project}/plan`]: apart({ body: async (on: Stage) => ({ set: on.fresh(), documents: [document(await on.off(), {})] }) }),
  [`POST ${project}/apply`]: [
    reaches({
      does: 'settings of production',
      body: async (on: Stage) =>
        planned(on, [document(await on.off(), { environments: { production: { enabled: true, strategies: [{ name: 'default' }] } } })]),
    }),
    reaches({
      does: 'a parent',
      body: async (on: Stage) => {
        const { name } = await on.feature();
        const parent = await on.off();
        return planned(on, [document(parent, {}), document(name, { parents: [{ feature: parent }] })]);
      },
    }),
    reaches({
      does: 'prune',
      body: async (on: Stage) => {
        const [set, name] = [on.fresh(), on.fresh()];
        const made = { set, documents: [document(name, {})] };
        await on.post(`${at}/apply`, await on.planned(`${at}/plan`, made));
        return on.planned(`${at}/plan`, { set, documents: [], prune: true });
      },
    }),
    reaches({
      does: 'a segment of the project',
      body: async (on: Stage) => planned(on, [object('Segment', (await on.segment()).name, { constraints }, { project: shop })]),
    }),
    reaches({
      does: 'a segment of all projects',
      body: async (on: Stage) => planned(on, [object('Segment', (await on.globalSegment()).name, { constraints })]),
    }),
    apart({
      does: 'vocabulary',
      body: async (on: Stage) =>
        planned(on, [
          object('ContextField', await on.field(), { legalValues: [{ value: 'b' }] }),
          object('StrategyDefinition', await on.strategyType(), { parameters: [] }),
        ]),
    }),
  ],
  [`POST ${project}/promotions/differences`]: apart({ body: promotion }),
  [`POST ${project}/promotions/plan`]: apart({ body: promotion }),
  [`POST ${project}/promotions`]: reaches({ body: async (on: Stage) => on.planned(`${at}/promotions/plan`, await promotion(on)) }),
  [`POST ${project}/promotions/bundle`]: apart({
    body: async (on: Stage) => ({ environment: 'production', select: { features: [(await on.feature()).name] } }),
  }),
  [`POST ${project}/applied-plans/:planId/undo`]: reaches({
    at: async (on: Stage) => ({ planId: await applied(on) }),
    body: async (on: Stage) => ({
      expect: { hash: must(await on.admin.get(`${at}/applied-plans/${await applied(on)}/undo`), 'an undo').hash },
    }),
  }),
};

const applied = (on: Stage) =>
  on.draw(
    'applied',
    async () => (await on.post(`${at}/promotions`, await on.planned(`${at}/promotions/plan`, await promotion(on)))).id as string,
  );

const stateOf = (name: string) => ({
  version: 4,
  features: [{ name, project: shop, type: 'release' }],
  featureEnvironments: [{ featureName: name, environment: 'production', enabled: true }],
  featureStrategies: [
    { featureName: name, environment: 'production', projectId: shop, strategyName: 'default', parameters: {}, constraints: [] },
  ],
});
