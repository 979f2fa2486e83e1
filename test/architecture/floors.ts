import { dirname, join, normalize } from 'node:path';
import { importsOf } from './imports.ts';
import { isTest, locationOf, type Rule, type SourceFile } from './source.ts';

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
    'changeset',
    'undo',
    'document',
  ],
};

/** Root files of a package or service that list the contents of its folders. */
const tableOfContents = /^(?:packages|services)\/[^/]+\/src\/(?:index|service)\.ts$/;

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly location: string;
}

/** Imports between files of one package or service, including types. Tests are exempt. */
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

/** Modules import only from lower layers. */
export const modulesImportDownwards: Rule = (files) =>
  arrowsOf(files).flatMap(({ owner, from, to, location }) => {
    const order = floors[owner] ?? [];
    const moduleOf = (path: string) => path.slice(owner.length + 1).split('/', 1)[0] ?? '';
    const floorOf = (path: string) => order.indexOf(moduleOf(path));
    const isRoot = dirname(from) === owner;
    const hasFloors = order.length > 0 || owner.startsWith('services/');
    if (hasFloors && !isRoot && floorOf(from) < 0) return [`${location} ${moduleOf(from)} has no layer: add it to floors.ts`];
    if (floorOf(from) < 0) return [];
    // Files of a package outside `src` are below all of its modules.
    if (to.startsWith(`${dirname(owner)}/`) && !to.startsWith(`${owner}/`)) return [];
    if (floorOf(to) < 0) return [`${location} a module must not import files outside the modules`];
    return floorOf(to) > floorOf(from)
      ? [`${location} ${order[floorOf(from)]} must not import ${order[floorOf(to)]}, which is in a higher layer`]
      : [];
  });

/** Folders have no import cycles, direct or indirect. */
export const foldersFormNoCircle: Rule = (files) => {
  const arrows = arrowsOf(files)
    .filter(({ from }) => !tableOfContents.test(from))
    .map((arrow) => ({ ...arrow, from: dirname(arrow.from), to: dirname(arrow.to) }));
  return circlesAmong(arrows);
};

const pages = 'packages/console/src/page';

/** Pages of the console, with all that their folders contain, have no import cycles. */
export const pagesFormNoCircle: Rule = (files) => {
  const pageOf = (path: string) => path.split('/', pages.split('/').length + 1).join('/');
  const arrows = arrowsOf(files).filter(({ from, to }) => [from, to].every((path) => dirname(path).startsWith(`${pages}/`)));
  return circlesAmong(arrows.map((arrow) => ({ ...arrow, from: pageOf(arrow.from), to: pageOf(arrow.to) })));
};

/** Files have no import cycles, direct or indirect. */
export const filesFormNoCircle: Rule = (files) => circlesAmong(arrowsOf(files));

/** One finding for each import that is part of a cycle. */
function circlesAmong(arrows: readonly Arrow[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of arrows) if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  return arrows
    .filter(({ from, to }) => from !== to && reachableFrom(to, targets).has(from))
    .map(({ from, to, location }) => `${location} ${from} and ${to} form an import cycle`);
}

function reachableFrom(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set([start]);
  for (const each of reached) for (const next of targets.get(each) ?? []) reached.add(next);
  return reached;
}
