import { stored, type Step } from './step.ts';

const cart = ['shop', 'cart'];
const inDevelopment = [...cart, 'development'];
const tagged = '[simple:ours]';
const variant = { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' };
const about = (type: string, location = 'shop/-/cart') => `${type} ${location} ${tagged}`;
const there = (type: string) => about(type, 'shop/development/cart');

/** Features that the other steps use. */
export const creationSteps: readonly Step[] = [
  { route: 'POST /features/validate', body: { name: 'free' }, events: [] },
  ...['cart', 'basket', 'parent'].map((name) => ({
    route: 'POST /projects/:projectId/features',
    at: ['shop'],
    body: { name },
    events: [`feature-created shop/-/${name}`],
    carries: ['d'],
  })),
];

/** Strategies, variants and switches of `cart`, which has a tag. */
export const strategySteps: readonly Step[] = [
  {
    route: 'POST /projects/:projectId/features/:featureName/environments/:environment/on',
    at: inDevelopment,
    events: [there('feature-strategy-add'), there('feature-environment-enabled')],
    carries: ['d', ''],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/environments/:environment/off',
    at: inDevelopment,
    events: [there('feature-environment-disabled')],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/environments/:environment/strategies',
    at: inDevelopment,
    body: { name: 'default' },
    events: [there('feature-strategy-add')],
    carries: ['d'],
    keep: 'strategy',
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/environments/:environment/strategies/set-sort-order',
    at: inDevelopment,
    body: (all: ReadonlyMap<string, string>) => [{ id: all.get('strategy'), sortOrder: 7 }],
    events: [there('strategy-order-changed')],
    carries: ['dp'],
  },
  {
    route: 'PUT /projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    at: [...inDevelopment, stored('strategy')],
    body: { name: 'default', title: 'put' },
    events: [there('feature-strategy-update')],
    carries: ['dp'],
  },
  {
    route: 'PATCH /projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    at: [...inDevelopment, stored('strategy')],
    body: [{ op: 'replace', path: '/title', value: 'patched' }],
    events: [there('feature-strategy-update')],
    carries: ['dp'],
  },
  {
    route: 'POST /segments/strategies',
    body: (all: ReadonlyMap<string, string>) => ({
      projectId: 'shop',
      environmentId: 'development',
      strategyId: all.get('strategy'),
      segmentIds: [Number(all.get('segment'))],
    }),
    events: [there('feature-strategy-update')],
    carries: ['dp'],
  },
  {
    route: 'DELETE /projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    at: [...inDevelopment, stored('strategy')],
    events: [there('feature-strategy-remove')],
    carries: ['p'],
  },
  {
    route: 'POST /projects/:projectId/bulk_features/environments/:environment/on',
    at: ['shop', 'development'],
    body: { features: ['cart'] },
    events: [there('feature-environment-enabled')],
  },
  {
    route: 'POST /projects/:projectId/bulk_features/environments/:environment/off',
    at: ['shop', 'development'],
    body: { features: ['cart'] },
    events: [there('feature-environment-disabled')],
  },
  {
    route: 'PUT /projects/:projectId/features/:featureName/environments/:environment/variants',
    at: inDevelopment,
    body: [variant],
    events: [there('feature-environment-variants-updated')],
    carries: ['dp'],
  },
  {
    route: 'PATCH /projects/:projectId/features/:featureName/environments/:environment/variants',
    at: inDevelopment,
    body: [{ op: 'replace', path: '/0/name', value: 'green' }],
    events: [there('feature-environment-variants-updated')],
    carries: ['dp'],
  },
  {
    route: 'PUT /projects/:projectId/features/:featureName/variants-batch',
    at: cart,
    body: { environments: ['production'], variants: [variant] },
    events: [about('feature-environment-variants-updated', 'shop/production/cart')],
    carries: ['dp'],
  },
];

/** Steps that affect a complete feature. */
export const featureSteps: readonly Step[] = [
  {
    route: 'PUT /projects/:projectId/features/:featureName',
    at: cart,
    body: { description: 'put', stale: true },
    events: [about('feature-metadata-updated'), about('feature-stale-on')],
    carries: ['dp', ''],
  },
  {
    route: 'PATCH /projects/:projectId/features/:featureName',
    at: cart,
    body: [{ op: 'replace', path: '/stale', value: false }],
    events: [about('feature-metadata-updated'), about('feature-stale-off')],
    carries: ['dp', ''],
  },
  {
    route: 'POST /projects/:projectId/stale',
    at: ['shop'],
    body: { features: ['cart'], stale: true },
    events: [about('feature-stale-on')],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/favorites',
    at: cart,
    events: [about('feature-favorited', '-/-/cart')],
    carries: ['d'],
  },
  {
    route: 'DELETE /projects/:projectId/features/:featureName/favorites',
    at: cart,
    events: [about('feature-unfavorited', '-/-/cart')],
    carries: ['d'],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/lifecycle/complete',
    at: cart,
    body: { status: 'kept' },
    events: [about('feature-completed')],
    carries: ['d'],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/lifecycle/uncomplete',
    at: cart,
    events: [about('feature-uncompleted')],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/link',
    at: cart,
    body: { url: 'https://example.com/' },
    events: [about('feature-link-added')],
    carries: ['d'],
    keep: 'link',
  },
  {
    route: 'PUT /projects/:projectId/features/:featureName/link/:linkId',
    at: [...cart, stored('link')],
    body: { url: 'https://example.com/put' },
    events: [about('feature-link-updated')],
    carries: ['dp'],
  },
  {
    route: 'DELETE /projects/:projectId/features/:featureName/link/:linkId',
    at: [...cart, stored('link')],
    events: [about('feature-link-removed')],
    carries: ['p'],
  },
  {
    route: 'PUT /projects/:projectId/features/:featureName/owner',
    at: cart,
    body: { userId: null },
    events: [],
  },
  {
    route: 'PUT /projects/:projectId/features/:featureName/cleanup/snooze',
    at: cart,
    body: { until: '2999-01-01T00:00:00.000Z', reason: 'Needed' },
    events: [about('feature-cleanup-snoozed')],
    carries: ['d'],
  },
  {
    route: 'DELETE /projects/:projectId/features/:featureName/cleanup/snooze',
    at: cart,
    // It was marked as stale.
    events: [about('feature-cleanup-snoozed'), about('feature-cleanup-ready')],
    carries: ['p', 'd'],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/comments',
    at: cart,
    body: { text: 'Why?' },
    events: [about('feature-comment-added')],
    carries: ['d'],
    keep: 'comment',
  },
  {
    route: 'DELETE /projects/:projectId/features/:featureName/comments/:commentId',
    at: [...cart, stored('comment')],
    events: [about('feature-comment-deleted')],
    carries: ['p'],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/dependencies',
    at: cart,
    body: { feature: 'parent' },
    events: [about('feature-dependency-added')],
    carries: ['d'],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/clone',
    at: ['shop', 'parent'],
    body: { name: 'parent.copy' },
    events: ['feature-created shop/-/parent.copy'],
    carries: ['d'],
  },
  {
    route: 'DELETE /projects/:projectId/features/:featureName/dependencies/:parent',
    at: [...cart, 'parent'],
    events: [about('feature-dependency-removed')],
    carries: ['dp'],
  },
  {
    route: 'POST /projects/:projectId/features/:featureName/dependencies',
    at: cart,
    body: { feature: 'parent' },
    events: [about('feature-dependency-added')],
    carries: ['d'],
  },
  {
    route: 'DELETE /projects/:projectId/features/:featureName/dependencies',
    at: cart,
    events: [about('feature-dependencies-removed')],
    carries: ['p'],
  },
  { route: 'POST /projects/:projectId/archive/validate', at: ['shop'], body: { features: ['cart'] }, events: [] },
  { route: 'POST /projects/:projectId/archive', at: ['shop'], body: { features: ['cart'] }, events: [about('feature-archived')] },
  { route: 'POST /projects/:projectId/revive', at: ['shop'], body: { features: ['cart'] }, events: [about('feature-revived')] },
  { route: 'DELETE /projects/:projectId/features/:featureName', at: cart, events: [about('feature-archived')] },
  { route: 'POST /archive/revive/:featureName', at: ['cart'], events: [about('feature-revived')] },
  {
    route: 'POST /projects/:projectId/features/:featureName/changeProject',
    at: cart,
    body: { newProjectId: 'depot' },
    events: [about('feature-project-change', 'depot/-/cart')],
    carries: ['d'],
  },
  {
    route: 'DELETE /projects/:projectId/features/:featureName',
    at: ['depot', 'cart'],
    events: [about('feature-archived', 'depot/-/cart')],
  },
  { route: 'DELETE /archive/:featureName', at: ['cart'], events: [about('feature-deleted', 'depot/-/cart')], carries: ['p'] },
  {
    route: 'POST /projects/:projectId/archive',
    at: ['shop'],
    body: { features: ['basket', 'parent.copy', 'parent'] },
    events: ['feature-archived shop/-/basket', 'feature-archived shop/-/parent.copy', 'feature-archived shop/-/parent'],
  },
  {
    route: 'POST /projects/:projectId/delete',
    at: ['shop'],
    body: { features: ['basket', 'parent.copy', 'parent'] },
    events: ['feature-deleted shop/-/basket', 'feature-deleted shop/-/parent.copy', 'feature-deleted shop/-/parent'],
    carries: ['p', 'p', 'p'],
  },
];
