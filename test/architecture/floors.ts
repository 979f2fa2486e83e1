import { dirname, join, normalize } from 'node:path';
import { importsOf } from './imports.ts';
import { isTest, locationOf, type Rule, type SourceFile } from './source.ts';

/** The modules of every service that has folders, the lowest first. A file at the root that modules may import stands among them. */
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
    'delta',
    'evaluation',
    'recent',
    'stream',
    'frontend',
    'metric',
    'ofrep',
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
    'setup',
  ],
  'services/playground/src': ['surface.ts', 'answer', 'open-playground.ts', 'selection', 'evaluation', 'preview'],
  'services/standalone/src': ['as-settings-problem.ts', 'services.ts', 'migrations.ts', 'backup'],
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
    'notification',
    'reaction',
    'setup',
  ],
  'services/change-requests/src': ['tables', 'base', 'request', 'change', 'impact', 'move', 'reading', 'reaction'],
  'services/toggles/src': ['tables', 'base', 'vocabulary', 'project', 'feature', 'lifecycle', 'reading', 'transfer', 'changeset', 'undo'],
};

/** Tables of contents: they stand at the root of a package or service and list what its folders hold. */
const tableOfContents = /^(?:packages|services)\/[^/]+\/src\/(?:index|service)\.ts$/;

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly location: string;
}

/** The imports between files of one package or service; types count. Tests build on whatever they like. */
function arrowsOf(files: readonly SourceFile[]): (Arrow & { readonly owner: string })[] {
  return files
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const owner = /^(?:packages|services)\/[^/]+\/src(?=\/)/.exec(file.path)?.[0];
      if (owner === undefined) return [];
      const inside = importsOf(file.text).filter(({ specifier }) => specifier.startsWith('.'));
      return inside.map(({ specifier, index }) => ({
        owner,
        from: file.path,
        to: normalize(join(dirname(file.path), specifier)),
        location: locationOf(file, index),
      }));
    });
}

/** A module imports from those below it, never from one above. */
export const modulesImportDownwards: Rule = (files) =>
  arrowsOf(files).flatMap(({ owner, from, to, location }) => {
    const order = floors[owner] ?? [];
    const moduleOf = (path: string) => path.slice(owner.length + 1).split('/', 1)[0] ?? '';
    const floorOf = (path: string) => order.indexOf(moduleOf(path));
    const isRoot = dirname(from) === owner;
    const hasFloors = order.length > 0 || owner.startsWith('services/');
    if (hasFloors && !isRoot && floorOf(from) < 0) return [`${location} ${moduleOf(from)} has no floor: list it in floors.ts`];
    if (floorOf(from) < 0) return [];
    // What a package has beside its sources lies below all of its modules.
    if (to.startsWith(`${dirname(owner)}/`) && !to.startsWith(`${owner}/`)) return [];
    if (floorOf(to) < 0) return [`${location} a module must not import from outside of the modules`];
    return floorOf(to) > floorOf(from)
      ? [`${location} ${order[floorOf(from)]} must not import ${order[floorOf(to)]}, which stands above it`]
      : [];
  });

/** No folder imports, by way of whatever others, from a folder that imports from it. */
export const foldersFormNoCircle: Rule = (files) => {
  const arrows = arrowsOf(files)
    .filter(({ from }) => !tableOfContents.test(from))
    .map((arrow) => ({ ...arrow, from: dirname(arrow.from), to: dirname(arrow.to) }));
  return circlesAmong(arrows);
};

/** No file imports, by way of whatever others, from a file that imports from it. */
export const filesFormNoCircle: Rule = (files) => circlesAmong(arrowsOf(files));

/** One sentence for each arrow that is part of a circle. */
function circlesAmong(arrows: readonly Arrow[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of arrows) if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  return arrows
    .filter(({ from, to }) => from !== to && reachableFrom(to, targets).has(from))
    .map(({ from, to, location }) => `${location} ${from} and ${to} import each other`);
}

function reachableFrom(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set([start]);
  for (const each of reached) for (const next of targets.get(each) ?? []) reached.add(next);
  return reached;
}
