import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IDependency, type IModule } from 'dependency-cruiser';
import { dependencyRules } from './dependency-rules.ts';
import { isTest } from './source.ts';

/** Reads the files of a workspace and their imports with dependency-cruiser, and applies `dependencyRules`. */
export async function readDependencies(root: string): Promise<ICruiseResult> {
  const folders = ['packages', 'services', 'test', 'tools', 'deploy'].filter((name) => existsSync(join(root, name)));
  const options = {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: dependencyRules },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
  };
  const left = { doNotFollow: { path: 'node_modules' }, exclude: { path: '^(?:packages|services)/[^/]+/(?:data|dist)/' } };
  const resolution = { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'], conditionNames: ['import', 'node', 'default', 'types'] };
  const { output } = await cruise(folders, { ...options, ...left }, { ...resolution, exportsFields: ['exports'] });
  return output as ICruiseResult;
}

/** Imports that break a rule, each once. */
export const violationsIn = ({ summary }: ICruiseResult): string[] => [
  ...new Set(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)),
];

/** Root files of a package or service that list the contents of its folders. */
const tableOfContents = /^(?:packages|services)\/[^/]+\/src\/(?:index|module|service)\.ts$/;
const memberOf = (path: string) => /^(?:packages|services)\/[^/]+\/src(?=\/)/.exec(path)?.[0];
const isProduction = ({ source }: IModule) => /^(?:packages|services)\/.*\.tsx?$/.test(source) && !isTest({ path: source });

/**
 * Import cycles between folders of a package, types included, and between pages of the console with all that their folders contain.
 * dependency-cruiser also counts the imports of tests in a folder.
 */
export function circlesIn({ modules }: ICruiseResult): string[] {
  const imports = modules.filter(isProduction).flatMap(({ source, dependencies }) => {
    const member = memberOf(source);
    const inside = member === undefined ? [] : dependencies.filter(({ resolved }) => memberOf(resolved) === member);
    return inside.map(({ resolved }) => ({ from: source, to: resolved }));
  });
  const pageOf = (path: string) => /^packages\/console\/src\/page\/[^/]+(?=\/)/.exec(path)?.[0];
  return [
    ...circlesAmong(
      imports.filter(({ from }) => !tableOfContents.test(from)),
      dirname,
    ),
    ...circlesAmong(imports, pageOf),
  ];
}

/** Imports that are part of a cycle of groups, each once. */
function circlesAmong(imports: readonly { from: string; to: string }[], groupOf: (path: string) => string | undefined): string[] {
  const targets = new Map<string, Set<string>>();
  const arrows = imports.flatMap(({ from: source, to: target }) => {
    const [from, to] = [groupOf(source), groupOf(target)];
    return from === undefined || to === undefined || from === to ? [] : [{ source, target, from, to }];
  });
  for (const { from, to } of arrows) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  return arrows
    .filter(({ from, to }) => reachableFrom(to, targets).has(from))
    .map(({ source, target, from, to }) => `${source} -> ${target}: ${from} and ${to} form an import cycle`);
}

function reachableFrom(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set([start]);
  for (const each of reached) for (const next of targets.get(each) ?? []) reached.add(next);
  return reached;
}

const required = /\bcreateRequire\(import\.meta\.url\)(?:\.resolve)?\((['"`])([^'"`]+)\1/g;

/**
 * Packages that production code loads but `package.json` does not list under `dependencies`. Images install only those, whereas a clone has
 * all packages, so only a container would fail. dependency-cruiser knows neither workspace packages nor `createRequire`.
 */
export function missingInImages(root: string, { modules }: ICruiseResult): string[] {
  return modules
    .filter((module) => isProduction(module) && !module.source.startsWith('packages/testing/'))
    .flatMap(({ source, dependencies }) => {
      const manifest = join(root, source.split('/', 2).join('/'), 'package.json');
      const { name, dependencies: listed = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
      const requires = [...readFileSync(join(root, source), 'utf8').matchAll(required)].map(([, , module = '']) => module);
      const loaded = [...dependencies.filter(isPackage).map(({ module }) => module), ...requires].map(packageOf);
      return loaded.filter((each) => each !== name && !(each in listed)).map((each) => `${source}: ${each} is not a dependency of ${name}`);
    });
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const isPackage = ({ module, dependencyTypes }: IDependency) =>
  !module.startsWith('.') && !dependencyTypes.some((type) => type === 'core' || type === 'type-only');
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** True if Node would find the package from a file in the folder. */
export function canFind(name: string, folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', name))) return true;
  return dirname(folder) !== folder && canFind(name, dirname(folder));
}
