import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../testing/root.ts';

/** One exported value of the workspace, under its name. */
export interface Exported {
  readonly name: string;
  readonly value: unknown;
}

const notRead = /\.(?:test|suite|fixture)\.ts$|-worker\.ts$|\/main\.ts$/;

/** Everything that services and the packages which declare shapes export, by path and name. What starts processes and threads is left out. */
export async function readExports(): Promise<Exported[]> {
  const paths = globSync('{packages/{contracts,engine,host,kit},services/*}/src/**/*.ts', { cwd: root }).filter(
    (path) => !notRead.test(path),
  );
  const modules = await Promise.all(paths.sort().map((path) => import(join(root, path)) as Promise<Record<string, unknown>>));
  return modules.flatMap((exports) => Object.entries(exports).map(([name, value]) => ({ name, value })));
}
