import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Import, importsOf, packageOf } from './imports.ts';
import { isTest, locationOf, type Rule, type SourceFile } from './source.ts';

/** Which packages of the workspace each package may import: the arrows of ARCHITECTURE.md. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  cipher: [],
  console: [],
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
  host: ['bus', 'cache', 'contracts', 'follow', 'kit', 'store', 'table', 'timing', 'tracing'],
  testing: ['bus', 'cache', 'contracts', 'host', 'kit', 'store', 'table'],
};

/** Which packages a package may import types of, and nothing that runs: kit speaks of a port and does not open it. */
const typeArrows: Readonly<Record<string, readonly string[]>> = { kit: ['store'] };

/** What a slice sees of the workspace. */
const slicesSee: readonly string[] = ['cipher', 'console', 'contracts', 'engine', 'follow', 'outbound', 'replica', 'table', 'kit'];

/** What a slice sees from elsewhere: in every service, in the named ones, or as types alone. */
const slicesUse: Readonly<Record<string, 'everywhere' | 'types' | readonly string[]>> = {
  '@mikro-orm/core': 'everywhere',
  '@mikro-orm/sql': 'types',
  kysely: 'everywhere',
  typebox: 'everywhere',
  'fast-json-patch': ['audit', 'toggles'],
  yaml: ['toggles'],
  jose: ['audit', 'identity'],
  nodemailer: ['identity'],
  otpauth: ['identity'],
  '@simplewebauthn/server': ['identity'],
  '@node-saml/node-saml': ['identity'],
  'openid-client': ['identity'],
  'scim-patch': ['identity'],
  mustache: ['integrations'],
  'lru-cache': ['gateway', 'delivery'],
  cookie: ['gateway', 'identity'],
  'swagger-ui-dist': ['gateway'],
};

/** Whoever wraps it is alone in importing it. */
export const wrapped: Readonly<Record<string, readonly string[]>> = {
  express: ['packages/host'],
  ajv: ['packages/contracts', 'test/architecture', 'test/deploy'],
  'ajv-formats': ['packages/contracts'],
  amqplib: ['packages/bus', 'packages/testing'],
  ioredis: ['packages/cache'],
  mysql2: ['packages/store', 'packages/testing'],
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

/** Parts without I/O: what they take from Node may neither read nor write nor know the time. */
const withoutIo: readonly string[] = ['contracts', 'engine', 'follow', 'replica', 'kit'];
const quietModules: readonly string[] = ['node:assert/strict', 'node:crypto', 'node:buffer', 'node:util', 'node:net'];

interface Seen extends Import {
  readonly file: SourceFile;
  readonly location: string;
  /** The workspace package or service that is imported, if it is one. */
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

/** Packages import along the arrows; their tests may use `testing` as well. */
export const packagesFollowArrows: Rule = (files) =>
  seenBy(files, /^packages\/([^/]+)\//)
    .filter(({ owner, member, file, typesOnly }) => {
      if (member === null || (typesOnly && typeArrows[owner]?.includes(member))) return false;
      return !(arrows[owner] ?? []).includes(member) && !(isTest(file) && member === 'testing');
    })
    .map(({ location, owner, member }) => `${location} ${owner} must not import ${member}`);

/** Slices see the kit and what it is made of; tests see the host too. */
export const slicesSeeTheKit: Rule = (files) =>
  seenBy(files, /^services\/(?!standalone\/)([^/]+)\//)
    .filter(({ member, file }) => member !== null && member in arrows && !slicesSee.includes(member) && !isTest(file))
    .map(({ location, member }) => `${location} a slice must not import ${member}`);

/** No service imports a service; only `standalone` lists them. */
export const servicesStayApart: Rule = (files) =>
  seenBy(files, /^(services\/(?!standalone\/)[^/]+|packages\/[^/]+)\//)
    .filter(({ member }) => member !== null && !(member in arrows))
    .map(({ location, owner, member }) => `${location} ${owner} must not import the service ${member}`);

/** What slices take from outside the workspace stands in one table. */
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
      const how = slicesUse[packageOf(specifier) ?? ''] === 'types' ? 'only types of ' : 'no ';
      return `${location} ${owner} may import ${how}${specifier}`;
    });

/** Each outside library with a port around it is imported by its wrapper alone. */
export const wrappersAreAlone: Rule = (files) =>
  seenBy(files, /^((?:packages|services|test|tools)(?:\/[^/]+)?)\//)
    .filter(({ owner, specifier }) => wrapped[packageOf(specifier) ?? '']?.includes(owner) === false)
    .map(({ location, specifier }) => `${location} ${specifier} belongs to ${wrapped[packageOf(specifier) ?? '']?.join(' and ')}`);

/** What must not do I/O imports nothing that could. */
export const pureStaysPure: Rule = (files) =>
  seenBy(files, /^packages\/([^/]+)\//)
    .filter(({ owner, file }) => withoutIo.includes(owner) && !isTest(file))
    .filter(({ specifier, typesOnly }) => specifier.startsWith('node:') && !typesOnly && !quietModules.includes(specifier))
    .map(({ location, owner, specifier }) => `${location} ${owner} does no I/O, so it must not import ${specifier}`);

/** A path never leaves its package or service: what others may use, they import by name. */
export const pathsStayInside: Rule = (files) =>
  seenBy(files, /^((?:packages|services)\/[^/]+)\//)
    .filter(({ specifier, owner, file }) => {
      return specifier.startsWith('.') && !normalize(join(dirname(file.path), specifier)).startsWith(`${owner}/`);
    })
    .map(({ location, specifier }) => `${location} ${specifier} reaches into another package`);

/** Whether Node would find the package from a file in the folder. */
export function canFind(name: string, folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', name))) return true;
  return dirname(folder) !== folder && canFind(name, dirname(folder));
}
