import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Import, importsOf, packageOf } from './imports.ts';
import { isTest, locationOf, type Rule, type SourceFile } from './source.ts';

/** Workspace packages that each package may import. */
const arrows: Readonly<Record<string, readonly string[]>> = {
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
  cookie: ['gateway', 'identity'],
  'swagger-ui-dist': ['gateway'],
};

/** External packages that only their wrappers may import. */
export const wrapped: Readonly<Record<string, readonly string[]>> = {
  express: ['packages/host'],
  ajv: ['packages/contracts', 'test/architecture', 'test/deploy'],
  'ajv-formats': ['packages/contracts'],
  amqplib: ['packages/bus', 'packages/testing'],
  ioredis: ['packages/cache'],
  mysql2: ['packages/store', 'packages/testing'],
  pg: ['packages/migration'],
  commander: ['packages/cli'],
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
const quietModules: readonly string[] = ['node:assert/strict', 'node:crypto', 'node:buffer', 'node:util', 'node:net'];

interface Seen extends Import {
  readonly file: SourceFile;
  readonly location: string;
  /** The imported workspace package or service, if any. */
  readonly member: string | null;
}

function seenBy(files: readonly SourceFile[], where: RegExp): (Seen & { readonly owner: string })[] {
  return files.flatMap((file) => {
    const owner = where.exec(file.path)?.[1];
    if (owner === undefined) return [];
    return importsOf(file.text).map((found) => {
      const name = packageOf(found.specifier);
      const member = name?.startsWith('@signalbox/') ? name.slice('@signalbox/'.length) : null;
      return { ...found, file, owner, member, location: locationOf(file, found.index) };
    });
  });
}

/** Packages import only the packages listed in `arrows`; their tests may also use `testing`. */
export const packagesFollowArrows: Rule = (files) =>
  seenBy(files, /^packages\/([^/]+)\//)
    .filter(({ owner, member, file, typesOnly }) => {
      if (member === null || (typesOnly && typeArrows[owner]?.includes(member))) return false;
      return !(arrows[owner] ?? []).includes(member) && !(isTest(file) && member === 'testing');
    })
    .map(({ location, owner, member }) => `${location} ${owner} must not import ${member}`);

/** Slices import only the packages in `slicesSee`. Tests may import more, such as the host. */
export const slicesSeeTheKit: Rule = (files) =>
  seenBy(files, /^services\/(?!standalone\/)([^/]+)\//)
    .filter(({ member, file }) => member !== null && member in arrows && !slicesSee.includes(member) && !isTest(file))
    .map(({ location, member }) => `${location} a slice must not import ${member}`);

/** No service imports another service, except `standalone`, which lists them. */
export const servicesStayApart: Rule = (files) =>
  seenBy(files, /^(services\/(?!standalone\/)[^/]+|packages\/[^/]+)\//)
    .filter(({ member }) => member !== null && !(member in arrows))
    .map(({ location, owner, member }) => `${location} ${owner} must not import the service ${member}`);

/** Slices import only external packages that are listed in `slicesUse`. */
export const slicesUseTheTable: Rule = (files) =>
  seenBy(files, /^services\/(?!standalone\/)([^/]+)\//)
    .filter(({ file }) => !isTest(file))
    .filter(({ specifier, member, owner, typesOnly }) => {
      const name = packageOf(specifier);
      if (name === null || member !== null) return false;
      const use = slicesUse[name];
      return use === undefined || (use === 'types' && !typesOnly) || (Array.isArray(use) && !use.includes(owner));
    })
    .map(({ location, owner, specifier }) => {
      const isTypes = slicesUse[packageOf(specifier) ?? ''] === 'types';
      return `${location} ${owner} ${isTypes ? 'may import only types of' : 'must not import'} ${specifier}`;
    });

/** Wrapped external libraries are imported only by their wrappers. */
export const wrappersAreAlone: Rule = (files) =>
  seenBy(files, /^((?:packages|services|test|tools)(?:\/[^/]+)?)\//)
    .filter(({ owner, specifier }) => wrapped[packageOf(specifier) ?? '']?.includes(owner) === false)
    .map(({ location, specifier }) => `${location} only these may import ${specifier}: ${wrapped[packageOf(specifier) ?? '']?.join(', ')}`);

/** Packages without I/O import no Node modules that do I/O. */
export const pureStaysPure: Rule = (files) =>
  seenBy(files, /^packages\/([^/]+)\//)
    .filter(({ owner, file }) => withoutIo.includes(owner) && !isTest(file))
    .filter(({ specifier, typesOnly }) => specifier.startsWith('node:') && !typesOnly && !quietModules.includes(specifier))
    .map(({ location, owner, specifier }) => `${location} ${owner} does no I/O, so it must not import ${specifier}`);

/** Relative imports stay inside their package or service. */
export const pathsStayInside: Rule = (files) =>
  seenBy(files, /^((?:packages|services)\/[^/]+)\//)
    .filter(({ specifier, owner, file }) => {
      return specifier.startsWith('.') && !normalize(join(dirname(file.path), specifier)).startsWith(`${owner}/`);
    })
    .map(({ location, specifier }) => `${location} ${specifier} is a relative import from another package: import it by name`);

/** True if Node would find the package from a file in the folder. */
export function canFind(name: string, folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', name))) return true;
  return dirname(folder) !== folder && canFind(name, dirname(folder));
}
