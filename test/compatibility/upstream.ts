/** A behavior of the reference server or its clients, and the test that shows it here. */
export interface UpstreamBehavior {
  readonly behavior: string;
  /** Version or month in which it appeared upstream. */
  readonly since: string;
  readonly here: string;
  readonly test: string;
  /** Title of the test. */
  readonly title: string;
}

/** Newest version of `unleash-server` that this declaration was compared with. */
export const comparedServer = '8.2.0';

/** Packages whose published versions the journeys run with. */
export const testedClients = [
  'unleash-client',
  'unleash-proxy-client',
  '@openfeature/ofrep-provider',
  '@openfeature/ofrep-web-provider',
] as const;

const usage = 'test/delivery/usage.test.ts';
const edge = 'test/delivery/edge.test.ts';
const delta = 'test/delivery/delta.test.ts';

export const upstreamBehaviors: readonly UpstreamBehavior[] = [
  {
    behavior: 'metrics without a bucket',
    since: '2026-05',
    here: 'accepted, counts nothing',
    test: usage,
    title: 'accepts a report without a bucket and counts nothing',
  },
  {
    behavior: 'impact metrics',
    since: 'unleash-client 6.7',
    here: 'stored by minute and hour, within limits; ignored from frontend tokens',
    test: usage,
    title: 'accepts impact metrics without counts, and drops invalid ones',
  },
  {
    behavior: 'flavor, engine and platform of an SDK',
    since: '8.1',
    here: 'in lists of instances',
    test: usage,
    title: 'reports the build and platform of an SDK, without empty details',
  },
  {
    behavior: '`seenTokens` of a proxy',
    since: 'Edge 20.4',
    here: 'hashed at once; sets the last use',
    test: edge,
    title: 'reports the tokens of its clients: their last use is stored, and no secret leaves delivery',
  },
  {
    behavior: 'tokens of the second format',
    since: '2026-07',
    here: 'accepted as initial tokens and by imports',
    test: 'packages/contracts/src/credential.test.ts',
    title: 'is that of an API token in the formats of this server and of the reference system',
  },
  {
    behavior: 'feature type `sunset`',
    since: '2026-06',
    here: '90 days',
    test: 'services/toggles/src/base/migrations/migrations.test.ts',
    title: 'add the type sunset once to an instance that has types, and leave a new instance to its default data',
  },
  {
    behavior: 'deltas of deletions and empty scopes',
    since: 'unleash#11965',
    here: 'one removal; 200 without features',
    test: delta,
    title: 'names an archived feature once, and nothing when it is deleted later',
  },
  {
    behavior: '`fetch-mode` events of streams',
    since: 'unleash-client 6.12',
    here: 'not sent ([16](../decisions/0016-streams-send-one-catch-up-event.md))',
    test: 'test/delivery/streaming.test.ts',
    title: 'ends immediately, without a hint to poll, which SDKs would follow until they restart',
  },
  {
    behavior: 'provider `teamsworkflow`',
    since: '2026-06',
    here: 'adaptive cards',
    test: 'services/integrations/src/provider/providers.test.ts',
    title: 'the workflow for Teams posts adaptive cards, with custom headers',
  },
  {
    behavior: 'manifest of the OpenFeature CLI',
    since: 'CLI 0.3.10',
    here: 'typed; flags are created, updated and archived',
    test: 'test/delivery/manifest.test.ts',
    title: 'creates, updates and archives flags, which the manifest then has with their types',
  },
  {
    behavior: '`eventStreams` of OFREP',
    since: 'OFREP 0.3',
    here: 'one stream per token scope, with a ticket in the address',
    test: 'test/delivery/ofrep-streams.test.ts',
    title: 'keep the published web provider current without polling',
  },
];

/** Operations of the reference server that are absent here. */
export const absentOperations: readonly { readonly path: RegExp; readonly named: string; readonly why: string }[] = [
  {
    path: /^\/api\/admin\/projects\/\{\}\/context(?:\/|$)/,
    named: '`/api/admin/projects/:projectId/context`, except its list',
    why: 'context fields belong to the instance',
  },
  {
    path: /^\/api\/admin\/user-admin\/scim-users$/,
    named: '`DELETE /api/admin/user-admin/scim-users`',
    why: 'identity providers delete their users by SCIM',
  },
  { path: /^\/edge\/issue-token$/, named: '`POST /edge/issue-token`', why: 'it serves the enterprise edition of Edge' },
];
