import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The bytes of all packages that the one in this folder needs, as they are installed, each counted once. */
export async function sizeOfPackages(folder: string): Promise<number> {
  const seen = new Set<string>();
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(await readFile(join(next, 'package.json'), 'utf8')) as Manifest;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = await findPackage(next, name);
      if (found === null || seen.has(found)) continue;
      seen.add(found);
      waiting.push(found);
    }
  }
  const sizes = await Promise.all([...seen].map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Where a package finds another, as Node does; null for an optional one that is not for this machine. */
async function findPackage(from: string, name: string): Promise<string | null> {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(path)) return realpath(path);
  }
  return null;
}

async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path);
  if (!found.isDirectory()) return found.size;
  const names = (await readdir(path)).filter((name) => name !== 'node_modules');
  const sizes = await Promise.all(names.map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
