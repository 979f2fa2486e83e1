import { apart, exempt, reaches, refused, type Ways } from '../way.ts';
import { constraints, production, type Stage, strategy, variants } from '../stage.ts';
import { depot, must } from '../world.ts';
import { metadata, off, tags } from './reasons.ts';

const project = '/api/admin/projects/:projectId';
const features = `${project}/features`;
const feature = `${features}/:featureName`;
const there = `${feature}/environments/:environment`;

const name = async (on: Stage) => (await on.feature()).name;
const named = async (on: Stage) => ({ features: [await name(on)] });
const ofOff = async (on: Stage) => ({ featureName: await on.off() });
const ofChild = async (on: Stage) => ({ featureName: (await on.child()).name, parent: (await on.child()).parent });
const ofArchived = async (on: Stage) => ({ featureName: await on.archived() });
const ofElsewhere = async (on: Stage) => ({ projectId: depot, featureName: await on.elsewhere() });
const replace = (path: string, value: unknown) => [{ op: 'replace', path, value }];
const addVariant = [{ op: 'add', path: '/-', value: { ...variants[0], name: 'green' } }];
const changed = { ...strategy, parameters: { ...strategy.parameters, rollout: '0' } };

export const waysOfFeatures: Ways = {
  [`POST ${features}`]: exempt(off, { body: (on: Stage) => ({ name: on.fresh(), impressionData: true }) }),
  [`PUT ${feature}`]: [
    exempt(metadata, { does: 'metadata', body: { description: 'One', stale: true, impressionData: true, type: 'kill-switch' } }),
    reaches({ does: 'archive', body: { archived: true } }),
    exempt(off, { does: 'revive', at: ofArchived, body: { archived: false } }),
  ],
  [`PATCH ${feature}`]: [
    exempt(metadata, { does: 'metadata', body: replace('/impressionData', true) }),
    reaches({ does: 'archive', body: replace('/archived', true) }),
  ],
  [`DELETE ${feature}`]: reaches(),
  [`POST ${project}/archive`]: reaches({ body: named }),
  [`POST ${project}/archive/validate`]: apart({ body: named }),
  [`POST ${project}/stale`]: exempt(metadata, { body: async (on: Stage) => ({ ...(await named(on)), stale: true }) }),
  [`POST ${project}/revive`]: exempt(off, { body: async (on: Stage) => ({ features: [await on.archived()] }) }),
  [`POST ${project}/delete`]: apart({ body: async (on: Stage) => ({ features: [await on.archived()] }) }),
  'POST /api/admin/archive/revive/:featureName': exempt(off, { at: ofArchived }),
  'DELETE /api/admin/archive/:featureName': [
    apart({ at: ofArchived }),
    refused('only archived features are deleted', { does: 'an active one' }),
  ],
  'POST /api/admin/features/validate': apart({ body: (on: Stage) => ({ name: on.fresh() }) }),
  'POST /openfeature/v0/manifest/flags': exempt(off, { body: (on: Stage) => ({ key: on.fresh(), type: 'boolean', defaultValue: true }) }),
  'PUT /openfeature/v0/manifest/flags/:featureName': exempt(metadata, {
    body: async (on: Stage) => ({ key: await name(on), type: 'boolean', defaultValue: true, description: 'Pushed' }),
  }),
  'DELETE /openfeature/v0/manifest/flags/:featureName': reaches(),

  [`POST ${there}/on`]: reaches({ at: ofOff }),
  [`POST ${there}/off`]: [reaches(), reaches({ does: 'in an emergency', query: 'emergency=true' })],
  [`POST ${project}/bulk_features/environments/:environment/on`]: reaches({ body: async (on: Stage) => ({ features: [await on.off()] }) }),
  [`POST ${project}/bulk_features/environments/:environment/off`]: reaches({ body: named }),
  [`POST ${there}/strategies`]: reaches({ body: strategy }),
  [`POST ${there}/strategies/set-sort-order`]: reaches({
    body: async (on: Stage) => [{ id: (await on.feature()).strategy, sortOrder: 70 }],
  }),
  [`PUT ${there}/strategies/:strategyId`]: [
    reaches({ body: changed }),
    reaches({ does: 'disable the only one', at: ofChildStrategy, body: { ...strategy, disabled: true } }),
    refused('the strategy is of another environment', {
      does: 'by the path of development',
      at: { environment: 'development' },
      body: changed,
    }),
  ],
  [`PATCH ${there}/strategies/:strategyId`]: reaches({ body: replace('/parameters', changed.parameters) }),
  [`DELETE ${there}/strategies/:strategyId`]: [
    reaches(),
    refused('the feature is of another project', { does: 'by the path of another project', at: { projectId: depot } }),
  ],
  [`PUT ${there}/variants`]: reaches({ body: [{ ...variants[0], name: 'red' }] }),
  [`PATCH ${there}/variants`]: reaches({ body: addVariant }),
  [`PUT ${feature}/variants-batch`]: reaches({
    body: { environments: ['development', 'production'], variants: [{ ...variants[0], name: 'red' }] },
  }),
  [`PUT ${feature}/variants`]: reaches({ body: [{ ...variants[0], name: 'red' }] }),
  [`PATCH ${feature}/variants`]: reaches({ body: addVariant }),
  [`POST ${feature}/dependencies`]: [
    reaches({ body: async (on: Stage) => ({ feature: await on.off() }) }),
    refused('the parent is of another project', {
      does: 'a parent elsewhere',
      body: async (on: Stage) => ({ feature: await on.elsewhere() }),
    }),
  ],
  [`DELETE ${feature}/dependencies/:parent`]: reaches({ at: ofChild }),
  [`DELETE ${feature}/dependencies`]: reaches({ at: ofChild }),
  [`POST ${feature}/lifecycle/complete`]: apart({ body: { status: 'kept' } }),
  [`POST ${feature}/lifecycle/uncomplete`]: apart({
    at: async (on: Stage) => {
      const of = await name(on);
      await on.post(`/api/admin/projects/shop/features/${of}/lifecycle/complete`, { status: 'kept' });
      return { featureName: of };
    },
  }),
  [`POST ${feature}/link`]: apart({ body: (on: Stage) => ({ url: `https://example.org/${on.fresh()}` }) }),
  [`PUT ${feature}/link/:linkId`]: apart({
    at: async (on: Stage) => ({ linkId: await on.link() }),
    body: (on: Stage) => ({ url: `https://example.org/${on.fresh()}` }),
  }),
  [`DELETE ${feature}/link/:linkId`]: apart({ at: async (on: Stage) => ({ linkId: await on.link() }) }),
  [`PUT ${feature}/owner`]: apart({ body: ({ world }: Stage) => ({ userId: world.memberId }) }),
  [`PUT ${feature}/cleanup/snooze`]: apart({ body: { until: '2999-01-01T00:00:00.000Z', reason: 'Needed' } }),
  [`DELETE ${feature}/cleanup/snooze`]: apart(),
  [`POST ${feature}/comments`]: apart({ body: { text: 'Why?' } }),
  [`DELETE ${feature}/comments/:commentId`]: apart({ at: async (on: Stage) => ({ commentId: await on.comment() }) }),
  'POST /api/admin/features/:featureName/tags': exempt(tags, { body: (on: Stage) => ({ type: 'simple', value: on.fresh() }) }),
  'PUT /api/admin/features/:featureName/tags': exempt(tags, {
    body: { addedTags: [], removedTags: [{ type: 'simple', value: 'till' }] },
  }),
  'DELETE /api/admin/features/:featureName/tags/:type/:value': exempt(tags, { at: { type: 'simple', value: 'till' } }),
  [`PUT ${project}/tags`]: exempt(tags, {
    body: async (on: Stage) => ({ ...(await named(on)), tags: { addedTags: [{ type: 'simple', value: on.fresh() }], removedTags: [] } }),
  }),
  [`POST ${feature}/favorites`]: apart({ refusesToken: 'only users have favorites' }),
  [`DELETE ${feature}/favorites`]: apart({ refusesToken: 'only users have favorites' }),
  [`POST ${project}/favorites`]: apart({ refusesToken: 'only users have favorites' }),
  [`DELETE ${project}/favorites`]: apart({ refusesToken: 'only users have favorites' }),
  [`POST ${feature}/impact-metrics/config`]: apart({ body: { metricName: 'errors', timeRange: 'day', aggregationMode: 'count' } }),
  [`PUT ${feature}/impact-metrics/config/:chartId`]: apart({
    at: async (on: Stage) => ({ chartId: await on.ownChart() }),
    body: { metricName: 'errors', timeRange: 'day', aggregationMode: 'count', title: 'Errors' },
  }),
  [`DELETE ${feature}/impact-metrics/config/:chartId`]: apart({ at: async (on: Stage) => ({ chartId: await on.ownChart() }) }),
  [`POST ${feature}/clone`]: refused('a project with protected environments takes no clones', {
    body: (on: Stage) => ({ name: on.fresh() }),
  }),
  [`POST ${feature}/changeProject`]: [
    reaches({ does: 'out', body: { newProjectId: depot } }),
    refused('a project with protected environments takes no features', { does: 'in', at: ofElsewhere, body: { newProjectId: 'shop' } }),
  ],
  [`POST ${feature}/preview`]: apart({
    body: {
      environments: ['production'],
      contexts: [{ appName: 'till' }],
      draft: { environment: 'production', changes: [{ action: 'updateEnabled', payload: { enabled: false } }] },
    },
  }),

  'POST /api/admin/segment-lists': apart({ raw: ['text/plain', () => 'ann\nbob\n'] }),
  'POST /api/admin/segments/validate': apart({ body: (on: Stage) => ({ name: on.fresh() }) }),
  'POST /api/admin/segments': [
    apart({ does: 'of all projects', body: (on: Stage) => ({ name: on.fresh(), constraints }) }),
    apart({ does: 'of the project', body: (on: Stage) => ({ name: on.fresh(), project: 'shop', constraints }) }),
  ],
  'PUT /api/admin/segments/:id': [
    reaches({
      does: 'of the project',
      at: ofSegment,
      body: async (on: Stage) => ({ name: (await on.segment()).name, project: 'shop', constraints }),
    }),
    reaches({
      does: 'of the project, for all',
      at: ofSegment,
      body: async (on: Stage) => ({ name: (await on.segment()).name, project: null, constraints }),
    }),
    reaches({ does: 'of all projects', at: ofGlobal, body: async (on: Stage) => ({ name: (await on.globalSegment()).name, constraints }) }),
    apart({
      does: 'used by a milestone to come',
      at: ofFuture,
      body: async (on: Stage) => ({ name: (await on.futureSegment()).name, constraints }),
    }),
    apart({ does: 'unused', at: ofUnused, body: async (on: Stage) => ({ name: (await on.unusedSegment()).name, constraints }) }),
  ],
  'DELETE /api/admin/segments/:id': [
    refused('strategies use it', { does: 'of the project', at: ofSegment }),
    refused('strategies use it', { does: 'of all projects', at: ofGlobal }),
    apart({ does: 'unused', at: ofUnused }),
  ],
  'POST /api/admin/segments/strategies': [
    reaches({
      does: 'remove',
      body: async (on: Stage) => ({
        projectId: 'shop',
        environmentId: 'production',
        strategyId: (await on.segment()).strategy,
        segmentIds: [],
      }),
    }),
    refused('the strategy is of another environment', {
      does: 'as if of development',
      body: async (on: Stage) => ({
        projectId: 'shop',
        environmentId: 'development',
        strategyId: (await on.segment()).strategy,
        segmentIds: [],
      }),
    }),
  ],
};

async function ofSegment(on: Stage) {
  return { id: (await on.segment()).id };
}
async function ofGlobal(on: Stage) {
  return { id: (await on.globalSegment()).id };
}
async function ofFuture(on: Stage) {
  return { id: (await on.futureSegment()).id };
}
async function ofUnused(on: Stage) {
  return { id: (await on.unusedSegment()).id };
}
async function ofChildStrategy(on: Stage) {
  const { name: featureName } = await on.child();
  const [only] = must(await on.admin.get(`${production(featureName)}/strategies`), 'strategies');
  return { featureName, strategyId: only.id };
}
