import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../testing/root.ts';

/** An exported value of the workspace with its name. */
export interface Exported {
  readonly name: string;
  readonly value: unknown;
}

const notRead = /\.(?:test|long|suite|fixture)\.ts$|-worker\.ts$|\/main\.ts$/;

/**
 * Returns all exports of services and of packages that declare schemas, by path and name. Modules that start processes or threads are
 * excluded.
 */
export async function readExports(): Promise<Exported[]> {
  const paths = globSync('{packages/{contracts,engine,host,kit},services/*}/src/**/*.ts', { cwd: root }).filter(
    (path) => !notRead.test(path),
  );
  const modules = await Promise.all(paths.sort().map((path) => import(join(root, path)) as Promise<Record<string, unknown>>));
  return modules.flatMap((exports) => Object.entries(exports).map(([name, value]) => ({ name, value })));
}
