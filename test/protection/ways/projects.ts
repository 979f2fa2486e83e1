import { apart, opens, reaches, refused, type Ways } from '../way.ts';
import { type Stage, strategy } from '../stage.ts';
import { reason, shop } from '../world.ts';

const project = '/api/admin/projects/:projectId';
const protection = `${project}/environments/:environment/change-requests/config`;
const ofEnvironment = async (on: Stage) => ({ environment: await on.environment() });
const ofUnused = async (on: Stage) => ({ environment: await on.unusedEnvironment() });
const ofPersona = async (on: Stage) => ({ personaId: await on.persona() });
const ofDoomed = async (on: Stage) => ({ projectId: await on.doomed() });
const persona = (on: Stage) => ({ name: on.fresh(), context: { appName: 'till' } });
const protect = (on: Stage) =>
  on.put(`/api/admin/projects/${shop}/environments/production/change-requests/config`, {
    changeRequestsEnabled: true,
    requiredApprovals: 1,
  });

export const waysOfProjects: Ways = {
  'POST /api/admin/projects': apart({ body: (on: Stage) => ({ id: on.fresh(), name: 'New' }) }),
  'POST /api/admin/projects/validate': apart({ body: (on: Stage) => ({ id: on.fresh() }) }),
  [`PUT ${project}`]: apart({ body: (on: Stage) => ({ name: on.fresh() }) }),
  [`PUT ${project}/settings`]: apart({
    body: { mode: 'private', defaultStickiness: 'userId', featureNaming: { pattern: '[a-z].*' } },
    restore: (on) =>
      on.put(`/api/admin/projects/${shop}/settings`, { mode: 'open', defaultStickiness: 'default', featureNaming: { pattern: '' } }),
  }),
  [`PUT ${project}/rules`]: apart({ body: { expiryRequired: {} }, restore: (on) => on.put(`/api/admin/projects/${shop}/rules`, {}) }),
  [`PUT ${project}/agents`]: apart({
    body: { environments: [{ environment: 'production', mode: 'write' }] },
    restore: (on) => on.put(`/api/admin/projects/${shop}/agents`, { environments: [{ environment: 'production', mode: null }] }),
  }),
  [`PUT ${project}/code-references/:repository/branches/:branch`]: apart({
    at: { repository: 'shop', branch: 'main' },
    body: { commit: 'abc1234', scannedAt: '2026-03-02T12:00:00.000Z', sequence: 1, references: [] },
  }),
  [`DELETE ${project}/code-references/:repository`]: apart({
    at: async (on: Stage) => {
      const scan = { commit: 'abc1234', scannedAt: '2026-03-02T12:00:00.000Z', sequence: 1, references: [] };
      await on.put(`/api/admin/projects/${shop}/code-references/gone/branches/main`, scan);
      return { repository: 'gone' };
    },
  }),
  [`POST ${project}/rules/dry-run`]: apart({ body: { rules: { description: {} } } }),
  [`DELETE ${project}`]: [
    refused('a project with active features cannot be deleted'),
    apart({ does: 'without active features', at: ofDoomed }),
  ],
  [`PUT ${protection}`]: [
    opens({ does: 'end', body: { changeRequestsEnabled: false }, restore: protect }),
    opens({ does: 'weaken', body: { changeRequestsEnabled: true, requiredApprovals: 1, selfApproval: true }, restore: relax }),
    apart({ does: 'strengthen', body: { changeRequestsEnabled: true, requiredApprovals: 2 }, restore: protect }),
  ],
  [`POST ${project}/environments/:environment/default-strategy`]: apart({ body: strategy }),
  [`POST ${project}/personas`]: apart({ body: persona }),
  [`PUT ${project}/personas/:personaId`]: apart({ at: ofPersona, body: persona }),
  [`DELETE ${project}/personas/:personaId`]: apart({ at: ofPersona }),
  [`POST ${project}/environments`]: [
    apart({ body: async (on: Stage) => ({ environment: await on.unusedEnvironment(), defaultStrategy: strategy }) }),
    refused('the project uses it', {
      does: 'production again, unprotected',
      body: { environment: 'production', changeRequestsEnabled: false },
    }),
  ],
  [`DELETE ${project}/environments/:environment`]: [
    reaches({ does: 'production', restore: returnProduction }),
    apart({ does: 'another one', at: ofEnvironment }),
  ],
  'POST /api/admin/environments': apart({ body: (on: Stage) => ({ name: on.fresh(), type: 'test' }) }),
  'POST /api/admin/environments/validate': apart({ body: (on: Stage) => ({ name: on.fresh() }) }),
  'PUT /api/admin/environments/update/:environment': apart({
    body: { type: 'test' },
    restore: (on) => on.put('/api/admin/environments/update/production', { type: 'production' }),
  }),
  'POST /api/admin/environments/:environment/on': apart(),
  'POST /api/admin/environments/:environment/off': apart({ restore: (on) => on.post('/api/admin/environments/production/on') }),
  'PUT /api/admin/environments/sort-order': apart({ body: { production: 9 } }),
  'POST /api/admin/environments/:environment/clone': apart({ body: (on: Stage) => ({ name: on.fresh(), type: 'test', projects: [shop] }) }),
  'DELETE /api/admin/environments/:environment': [
    apart({ does: 'unused', at: ofUnused }),
    apart({ does: 'used by the project', at: ofEnvironment }),
  ],
  'POST /api/admin/maintenance': apart({
    body: { enabled: true },
    restore: (on) => on.post('/api/admin/maintenance', { enabled: false }),
  }),
  'POST /api/admin/ui-config': apart({ body: { frontendSettings: { frontendApiOrigins: ['*'] } } }),
  'POST /api/admin/ui-config/cors': apart({ body: { frontendApiOrigins: ['*'] } }),
  'POST /api/admin/record-ui-error': apart({ body: { errorMessage: 'No', errorStack: 'at' } }),
  'POST /api/admin/splash/:id': apart({ at: { id: 'welcome' } }),
  'POST /api/admin/feedback': apart({ body: (on: Stage) => ({ feedbackId: on.fresh(), neverShow: false }) }),
  'PUT /api/admin/feedback/:id': apart({ at: { id: 'one' }, body: { neverShow: false } }),
};

/** The member may have strengthened the protection. */
async function relax(on: Stage) {
  await on.admin.put(
    `/api/admin/projects/${shop}/environments/production/change-requests/config`,
    { changeRequestsEnabled: true, requiredApprovals: 1, selfApproval: false },
    { headers: reason },
  );
}

async function returnProduction(on: Stage) {
  await on.post(`/api/admin/projects/${shop}/environments`, { environment: 'production' });
  await protect(on);
}
