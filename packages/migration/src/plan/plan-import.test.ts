import { deepEqual } from 'node:assert/strict';
import type { Snapshot, SourceFeature, SourceToken } from '../source/snapshot.ts';
import { planImport } from './plan-import.ts';

const strategy = { id: '', name: 'default', title: null, disabled: false, parameters: {}, constraints: [], variants: [], segments: [] };
const settings = { environment: 'development', enabled: true, variants: [], strategies: [] };
const feature: SourceFeature = {
  name: 'a',
  project: 'default',
  description: null,
  type: 'release',
  stale: false,
  impressionData: false,
  archived: false,
  createdAt: null,
  lifecycle: {},
  tags: [],
  links: [],
  dependencies: [],
  environments: [settings],
};
const token: SourceToken = {
  secret: 'default:development.a',
  hash: null,
  tokenName: 'sdk',
  type: 'client',
  environment: 'development',
  projects: ['default'],
  createdAt: '2020-01-01T00:00:00.000Z',
  expiresAt: null,
  seenAt: null,
};
const snapshot: Snapshot = {
  source: 'there',
  instanceId: null,
  environments: [{ name: 'development', type: 'development', sortOrder: 1, enabled: true }],
  projects: [
    {
      id: 'default',
      name: 'Default',
      description: null,
      mode: 'open',
      defaultStickiness: 'default',
      environments: ['development'],
      defaultStrategies: {},
      featureLimit: null,
      featureNaming: null,
      linkTemplates: [],
    },
  ],
  contextFields: [],
  tagTypes: [],
  tags: [],
  strategies: [],
  segments: [
    { id: 7, name: 'testers', description: null, project: 'nowhere', constraints: [] },
    { id: 8, name: 'named', description: null, project: null, constraints: null },
  ],
  features: [
    feature,
    { ...feature, name: 'old', archived: true },
    { ...feature, name: 'a b' },
    { ...feature, name: 'c', project: 'nowhere' },
    { ...feature, name: 'outside', environments: [{ ...settings, strategies: [{ ...strategy, segments: [7] }] }] },
    { ...feature, name: 'child', dependencies: [{ feature: 'outside', enabled: true, variants: [] }] },
  ],
  tokens: [
    token,
    { ...token, tokenName: 'hidden', secret: null },
    { ...token, tokenName: 'all', environment: '*' },
    { ...token, tokenName: 'outside', projects: ['nowhere'] },
    { ...token, tokenName: 'root', type: 'admin', environment: '*', projects: ['*'] },
  ],
  addons: [],
  accounts: { users: [], personalTokens: [], roles: [], groups: [], grants: [] },
};

describe('the plan of an import', () => {
  it('counts objects, and gives a reason for each one that is not imported exactly', () => {
    const { plan } = planImport(snapshot);
    deepEqual(plan.counts['feature'], { exact: 1, adapted: 1, skipped: 4 });
    deepEqual(
      plan.findings.map(({ outcome, kind, name }) => `${outcome} ${kind} ${name}`),
      [
        'skipped segment testers',
        'adapted segment named',
        'adapted feature old',
        'skipped feature a b',
        'skipped feature c',
        'skipped feature outside',
        'skipped feature child',
        'skipped token hidden',
        'skipped token all',
        'skipped token outside',
      ],
    );
  });

  it('skips features with a segment that is not imported, and those that depend on them', () => {
    const { findings } = planImport(snapshot).plan;
    deepEqual(
      findings.slice(5, 7).map(({ reason }) => reason),
      ['It uses the segment testers, which is not imported.', 'It depends on the feature outside, which is not imported.'],
    );
  });

  it('imports percentages that are no numbers from 0 to 100 as SDKs evaluate them', () => {
    const strategies = ['50%', '', '-1', '101', '33'].map((rollout) => ({ ...strategy, name: 'flexibleRollout', parameters: { rollout } }));
    const custom = { name: 'own', description: null, deprecated: false, parameters: [{ name: 'share', type: 'percentage' }] };
    const own = { ...strategy, name: 'own', parameters: { share: 'half', rollout: 'half' } };
    const features = [{ ...feature, environments: [{ ...settings, strategies: [...strategies, own] }] }];
    const { plan, snapshot: planned } = planImport({ ...snapshot, strategies: [custom], features });
    deepEqual(
      planned.features[0]?.environments[0]?.strategies.map(({ parameters }) => parameters),
      [...['0', '0', '0', '100', '33'].map((rollout) => ({ rollout })), { share: '0', rollout: 'half' }],
    );
    deepEqual(
      plan.findings.flatMap(({ kind, reason }) => (kind === 'feature in an environment' ? [reason] : [])),
      ['The rollout "50%" is not a number from 0 to 100. SDKs evaluate it as 0, which is imported.'],
    );
  });

  it('contains only what is imported, with archived features disabled', () => {
    const { features, tokens } = planImport(snapshot).snapshot;
    deepEqual(
      features.map(({ name, environments }) => [name, environments[0]?.enabled]),
      [
        ['a', true],
        ['old', false],
      ],
    );
    deepEqual(
      tokens.map(({ tokenName }) => tokenName),
      ['sdk', 'root'],
    );
  });
});
