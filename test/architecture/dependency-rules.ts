import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Workspace packages that each package may import. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  agents: ['contracts', 'kit'],
  cipher: [],
  console: ['contracts'],
  timing: [],
  contracts: [],
  table: ['contracts'],
  engine: ['contracts'],
  follow: ['timing'],
  replica: ['contracts', 'engine', 'follow', 'timing'],
  kit: ['contracts', 'timing'],
  bus: ['timing'],
  cache: ['timing'],
  store: ['table', 'timing'],
  tracing: [],
  outbound: ['contracts'],
  migration: ['contracts', 'timing'],
  cli: ['contracts', 'migration', 'timing'],
  host: ['bus', 'cache', 'cipher', 'contracts', 'follow', 'kit', 'store', 'table', 'timing', 'tracing'],
  testing: ['bus', 'cache', 'contracts', 'host', 'kit', 'store', 'table'],
};

/** Packages from which a package may import only types: kit uses the types of a port without opening it. */
const typeArrows: Readonly<Record<string, readonly string[]>> = { kit: ['store'] };

/** Workspace packages that slices may import. */
const slicesSee: readonly string[] = [
  'agents',
  'cipher',
  'console',
  'contracts',
  'engine',
  'follow',
  'migration',
  'outbound',
  'replica',
  'table',
  'kit',
];

/** External packages that slices may import: in every service, in the listed ones, or types only. */
const slicesUse: Readonly<Record<string, 'everywhere' | 'types' | readonly string[]>> = {
  '@mikro-orm/core': 'everywhere',
  '@mikro-orm/sql': 'types',
  kysely: 'everywhere',
  typebox: 'everywhere',
  'fast-json-patch': ['audit', 'toggles'],
  yaml: ['toggles'],
  jose: ['audit', 'identity'],
  nodemailer: ['identity'],
  bcryptjs: ['identity'],
  otpauth: ['identity'],
  '@simplewebauthn/server': ['identity'],
  '@node-saml/node-saml': ['identity'],
  'openid-client': ['identity'],
  'scim2-parse-filter': ['identity'],
  mustache: ['integrations'],
  'lru-cache': ['gateway', 'delivery'],
  '@bufbuild/protobuf': ['delivery'],
  '@connectrpc/connect': ['delivery'],
  '@connectrpc/connect-node': ['delivery'],
  cookie: ['gateway', 'identity'],
  'swagger-ui-dist': ['gateway'],
};

/** External packages that only their wrappers may import. */
export const wrapped: Readonly<Record<string, readonly string[]>> = {
  express: ['packages/host'],
  '@modelcontextprotocol/server': ['packages/agents', 'test/agents'],
  'light-my-request': ['packages/agents'],
  ajv: ['packages/contracts', 'test/architecture', 'test/deploy', 'test/openfeature'],
  'ajv-formats': ['packages/contracts'],
  amqplib: ['packages/bus', 'packages/testing'],
  ioredis: ['packages/cache'],
  mysql2: ['packages/store', 'packages/testing'],
  pg: ['packages/migration'],
  commander: ['packages/cli'],
  diff: ['packages/cli'],
  'typescript-6': ['packages/cli'],
  'better-sqlite3': ['packages/store'],
  '@mikro-orm/mysql': ['packages/store'],
  '@mikro-orm/sqlite': ['packages/store'],
  '@opentelemetry/api': ['packages/tracing'],
  '@opentelemetry/core': ['packages/tracing'],
  '@opentelemetry/exporter-trace-otlp-http': ['packages/tracing'],
  '@opentelemetry/resources': ['packages/tracing'],
  '@opentelemetry/sdk-trace': ['packages/tracing'],
  '@opentelemetry/semantic-conventions': ['packages/tracing'],
};

/** Packages without I/O. The Node modules that they import must not read, write or use the clock. */
const withoutIo: readonly string[] = ['contracts', 'engine', 'follow', 'replica', 'kit'];
const quietModules: readonly string[] = ['assert/strict', 'crypto', 'buffer', 'util', 'net'];

/** Modules of each service with folders, lowest layer first. Includes root files that modules may import. */
const floors: Readonly<Record<string, readonly string[]>> = {
  'services/audit/src': [
    'surface.ts',
    'tables',
    'chain',
    'migrations',
    'log',
    'source',
    'stream',
    'open-audit.ts',
    'checkpoint',
    'report',
    'event',
    'retention',
    'verification',
    'export',
  ],
  'services/delivery/src': [
    'surface.ts',
    'body',
    'saved',
    'token',
    'feature',
    'served',
    'usage',
    'relay',
    'delta',
    'evaluation',
    'recent',
    'stream',
    'frontend',
    'metric',
    'ofrep',
    'flagd',
    'state',
  ],
  'services/integrations/src': [
    'surface.ts',
    'migrations',
    'provider',
    'tables',
    'addon',
    'queue',
    'administration',
    'log',
    'sending',
    'migration',
    'setup',
  ],
  'services/playground/src': ['surface.ts', 'answer', 'open-playground.ts', 'selection', 'evaluation', 'preview'],
  'services/relay/src': [
    'setting',
    'surface.ts',
    'arguments',
    'upstream',
    'offline',
    'content',
    'token',
    'backup',
    'state',
    'target',
    'usage',
    'front',
  ],
  'services/standalone/src': ['base', 'backup'],
  'packages/agents/src': ['base', 'reading', 'changing', 'serving'],
  'packages/console/src': ['base', 'server', 'parts', 'frame', 'page'],
  'services/identity/src': [
    'tables',
    'base',
    'user',
    'access',
    'credential',
    'membership',
    'account',
    'second-factor',
    'sign-on',
    'provisioning',
    'workload',
    'agent',
    'authorization',
    'migration',
    'notification',
    'reaction',
    'setup',
  ],
  'services/change-requests/src': ['tables', 'base', 'request', 'change', 'impact', 'move', 'reading', 'reaction'],
  'services/toggles/src': [
    'tables',
    'base',
    'vocabulary',
    'project',
    'feature',
    'metric',
    'release',
    'lifecycle',
    'reading',
    'transfer',
    'cleanup',
    'changeset',
    'undo',
    'document',
  ],
};

/** Entry points: commands, workers, bundlers, and files that only tests or the tools of documentation import. */
const entries = [
  '^(?:services/standalone|packages/(?:cli|console|migration))/src/main\\.tsx?$',
  '^(?:services/standalone|packages/cli)/src/bundle\\.ts$',
  '^packages/cli/bin\\.mjs$',
  '-worker\\.ts$',
  '^packages/cli/src/(?:index|command/describe-commands)\\.ts$',
  '^services/change-requests/src/request/state-diagram\\.ts$',
  '^services/standalone/src/backup/index\\.ts$',
];

const tests = ['\\.(?:test|long|suite|fixture)\\.ts$', '^test/'];
/** Slices: services, except `standalone`, which lists them. */
const slices = { path: '^services/(?!standalone/)', pathNot: tests };
const valuesOnly: IRegularForbiddenRuleType['to'] = { dependencyTypesNot: ['type-only'] };

const oneOf = (names: readonly string[]) => `(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;
const packages = (...names: string[]) => `^packages/${oneOf(names)}/`;
/** Files of external packages, wherever pnpm installs them. */
const external = (...names: string[]) => `node_modules/${oneOf(names)}/`;

const packageRules: IRegularForbiddenRuleType[] = Object.entries(arrows).flatMap(([owner, allowed]) => {
  const types = typeArrows[owner] ?? [];
  const others = (...names: string[]) => ({ path: '^packages/', pathNot: packages(owner, ...allowed, ...types, ...names) });
  return [
    {
      name: 'arrows',
      comment: 'Packages import only the packages in `arrows`.',
      from: { path: packages(owner), pathNot: tests },
      to: others(),
    },
    {
      name: 'arrows of tests',
      comment: 'Tests of packages may also import `testing`.',
      from: { path: `${packages(owner)}.*${tests[0]}` },
      to: others('testing'),
    },
    ...types.map((name) => ({
      name: 'type arrows',
      comment: 'Packages import only types of the packages in `typeArrows`.',
      from: { path: packages(owner) },
      to: { path: packages(name), ...valuesOnly },
    })),
  ];
});

const sliceRules: IRegularForbiddenRuleType[] = Object.entries(slicesUse).flatMap(([name, use]) => {
  if (use === 'everywhere') return [];
  const allowed = use === 'types' ? [] : use;
  return {
    name: 'slices use',
    comment: 'Slices import some external packages in one service only, or only their types.',
    from: { ...slices, path: `^services/(?!${oneOf(['standalone', ...allowed])}/)` },
    to: { path: external(name), ...(use === 'types' && valuesOnly) },
  };
});

const wrapperRules: IRegularForbiddenRuleType[] = Object.entries(wrapped).map(([name, wrappers]) => ({
  name: 'wrappers',
  comment: 'Wrapped libraries are imported only by their wrappers.',
  from: { path: '^(?:packages|services|test|tools)/', pathNot: `^${oneOf(wrappers)}/` },
  to: { path: external(name) },
}));

const floorRules: IRegularForbiddenRuleType[] = Object.entries(floors).flatMap(([owner, modules]) => [
  ...modules.map((module, index) => ({
    name: 'floors',
    comment: 'Modules import only from lower layers, types included. Files of a package outside `src` are below all of its modules.',
    from: { path: `^${owner}/${oneOf([module])}(?:/|$)`, pathNot: tests },
    to: { path: `^${owner}/`, pathNot: `^${owner}/${oneOf(modules.slice(0, index + 1))}(?:/|$)` },
  })),
  {
    name: 'listed',
    comment: 'Each folder of a package or service with layers has one.',
    from: { path: `^${owner}/[^/]+/`, pathNot: [`^${owner}/${oneOf(modules)}/`, ...tests] },
    to: {},
  },
]);

const rules: readonly IForbiddenRuleType[] = [
  ...packageRules,
  {
    name: 'listed',
    comment: 'Each package is in `arrows`.',
    from: { path: '^packages/', pathNot: packages(...Object.keys(arrows)) },
    to: {},
  },
  {
    name: 'slices see',
    comment: 'Slices import the kit and its foundations only. Tests may import more, such as the host.',
    from: slices,
    to: { path: '^packages/', pathNot: packages(...slicesSee) },
  },
  {
    name: 'slices use',
    comment: 'Slices import only the external packages in `slicesUse`.',
    from: slices,
    to: { path: 'node_modules/(?!\\.pnpm/)', pathNot: external(...Object.keys(slicesUse)) },
  },
  ...sliceRules,
  {
    name: 'services apart',
    comment: 'No package or service imports another service, except `standalone`, which lists them.',
    from: { path: '^((?:services/(?!standalone/)|packages/)[^/]+)/' },
    to: { path: '^services/', pathNot: '^$1/' },
  },
  ...wrapperRules,
  {
    name: 'no io',
    comment: 'Packages without I/O import no modules of Node that do I/O.',
    from: { path: packages(...withoutIo), pathNot: tests },
    to: { dependencyTypes: ['core'], pathNot: `^${oneOf(quietModules)}$`, ...valuesOnly },
  },
  {
    name: 'by name',
    comment: 'Files of another package are imported by its name, not by a relative path.',
    from: { path: '^((?:packages|services)/[^/]+)/' },
    to: { dependencyTypes: ['local'], pathNot: '^$1/' },
  },
  ...floorRules,
  {
    name: 'listed',
    comment: 'Each service with folders has layers.',
    from: { path: '^services/[^/]+/src/[^/]+/', pathNot: [`^${oneOf(Object.keys(floors))}/`, ...tests] },
    to: {},
  },
  {
    name: 'circles',
    comment: 'Files form no import cycles, types included.',
    from: { pathNot: tests },
    to: { circular: true },
  },
  {
    name: 'unreachable',
    comment: 'Production code is reachable from an entry point.',
    from: { path: entries },
    to: {
      path: '^(?:packages|services)/',
      pathNot: ['^packages/testing/', '\\.d\\.ts$', ...entries, ...tests],
      reachable: false,
    },
  },
];

/** The rules, for dependency-cruiser. */
export const dependencyRules: IForbiddenRuleType[] = rules.map((rule) => ({ ...rule, severity: 'error' }));
