import { stored, type Step } from './step.ts';

const strategy = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: '' } };

const persona = { name: 'Anybody', context: { appName: 'shop' } };

export const projectSteps: readonly Step[] = [
  { route: 'POST /projects', body: { id: 'shop', name: 'Shop' }, events: ['project-created shop/-/-'], carries: ['d'] },
  { route: 'POST /projects/validate', body: { id: 'free' }, events: [] },
  { route: 'PUT /projects/:projectId', at: ['shop'], body: { name: 'A shop' }, events: ['project-updated shop/-/-'], carries: ['dp'] },
  {
    route: 'PUT /projects/:projectId/settings',
    at: ['shop'],
    body: { mode: 'protected', defaultStickiness: 'userId' },
    events: ['project-updated shop/-/-'],
    carries: ['dp'],
  },
  {
    route: 'PUT /projects/:projectId/rules',
    at: ['shop'],
    body: { description: {} },
    events: ['project-rules-updated shop/-/-'],
    carries: ['dp'],
  },
  { route: 'PUT /projects/:projectId/rules', at: ['shop'], body: {}, events: ['project-rules-updated shop/-/-'], carries: ['dp'] },
  {
    route: 'PUT /projects/:projectId/agents',
    at: ['shop'],
    body: { environments: [{ environment: 'development', mode: 'read' }] },
    events: ['project-agents-updated shop/development/-'],
    carries: ['dp'],
  },
  {
    route: 'PUT /projects/:projectId/code-references/:repository/branches/:branch',
    at: ['shop', 'acme%2Fshop', 'main'],
    body: { commit: 'abc1234', scannedAt: '2026-03-02T12:00:00.000Z', sequence: 1, references: [] },
    events: [],
  },
  {
    route: 'DELETE /projects/:projectId/code-references/:repository',
    at: ['shop', 'acme%2Fshop'],
    events: ['code-references-updated shop/-/-'],
    carries: ['d'],
  },
  { route: 'POST /environments', body: { name: 'stage', type: 'test' }, events: ['environment-created -/stage/-'], carries: ['d'] },
  { route: 'POST /environments/validate', body: { name: 'free' }, events: [] },
  {
    route: 'PUT /environments/update/:environment',
    at: ['stage'],
    body: { type: 'preproduction' },
    events: ['environment-updated -/stage/-'],
    carries: ['dp'],
  },
  { route: 'POST /environments/:environment/off', at: ['stage'], events: ['environment-updated -/stage/-'], carries: ['dp'] },
  { route: 'POST /environments/:environment/on', at: ['stage'], events: ['environment-updated -/stage/-'], carries: ['dp'] },
  { route: 'PUT /environments/sort-order', body: { stage: 9 }, events: ['environment-updated -/stage/-'], carries: ['dp'] },
  {
    route: 'POST /projects/:projectId/environments',
    at: ['shop'],
    body: { environment: 'stage', defaultStrategy: strategy },
    events: ['project-environment-added shop/stage/-', 'default-strategy-updated shop/stage/-'],
    carries: ['', 'd'],
  },
  {
    route: 'POST /projects/:projectId/environments/:environment/default-strategy',
    at: ['shop', 'development'],
    body: strategy,
    events: ['default-strategy-updated shop/development/-'],
    carries: ['d'],
  },
  ...[true, false].map((changeRequestsEnabled) => ({
    route: 'PUT /projects/:projectId/environments/:environment/change-requests/config',
    at: ['shop', 'stage'],
    body: { changeRequestsEnabled },
    events: [...(changeRequestsEnabled ? [] : ['protection-bypassed shop/stage/-']), 'change-request-configuration-updated shop/stage/-'],
    carries: [...(changeRequestsEnabled ? [] : ['d']), 'dp'],
  })),
  {
    route: 'POST /environments/:environment/clone',
    at: ['stage'],
    body: { name: 'twin', type: 'test' },
    events: ['environment-created -/twin/-', 'project-environment-added shop/twin/-'],
    carries: ['d', ''],
  },
  {
    route: 'DELETE /projects/:projectId/environments/:environment',
    at: ['shop', 'twin'],
    events: ['project-environment-removed shop/twin/-'],
    carries: [''],
  },
  { route: 'DELETE /environments/:environment', at: ['twin'], events: ['environment-deleted -/twin/-'], carries: ['p'] },
  { route: 'POST /projects', body: { id: 'depot', name: 'Depot' }, events: ['project-created depot/-/-'], carries: ['d'] },
  { route: 'POST /projects/:projectId/favorites', at: ['shop'], events: ['project-favorited -/-/-'], carries: ['d'] },
  { route: 'DELETE /projects/:projectId/favorites', at: ['shop'], events: ['project-unfavorited -/-/-'], carries: ['d'] },
  { route: 'POST /projects/:projectId/personas', at: ['shop'], body: persona, events: [], keep: 'persona' },
  {
    route: 'PUT /projects/:projectId/personas/:personaId',
    at: ['shop', stored('persona')],
    body: { ...persona, name: 'Somebody' },
    events: [],
  },
  { route: 'DELETE /projects/:projectId/personas/:personaId', at: ['shop', stored('persona')], events: [] },
];

/** Last steps of the walk. */
export const farewellSteps: readonly Step[] = [
  {
    route: 'POST /segments',
    body: { name: 'last', project: 'shop', constraints: [] },
    events: ['segment-created shop/-/-'],
    carries: ['d'],
  },
  {
    route: 'POST /projects/:projectId/features',
    at: ['shop'],
    body: { name: 'last' },
    events: ['feature-created shop/-/last'],
    carries: ['d'],
  },
  { route: 'DELETE /projects/:projectId/features/:featureName', at: ['shop', 'last'], events: ['feature-archived shop/-/last'] },
  {
    route: 'DELETE /projects/:projectId',
    at: ['shop'],
    events: ['feature-deleted shop/-/last', 'segment-deleted shop/-/-', 'project-deleted shop/-/-'],
    carries: ['p', 'p', 'p'],
  },
  { route: 'POST /maintenance', body: { enabled: true }, events: ['setting-created -/-/-'], carries: ['d'] },
  { route: 'POST /maintenance', body: { enabled: false }, events: ['setting-updated -/-/-'], carries: ['dp'] },
  {
    route: 'POST /ui-config',
    body: { frontendSettings: { frontendApiOrigins: ['https://a.example'] } },
    events: ['setting-created -/-/-'],
    carries: ['d'],
  },
  {
    route: 'POST /ui-config',
    body: { frontendSettings: { frontendApiOrigins: [] } },
    events: ['setting-updated -/-/-'],
    carries: ['dp'],
  },
  {
    route: 'POST /ui-config/cors',
    body: { frontendApiOrigins: ['https://b.example'] },
    events: ['setting-updated -/-/-'],
    carries: ['dp'],
  },
];
