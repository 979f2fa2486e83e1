import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../testing/root.ts';

const packages = /^(?:packages|services)\/[^/]+\/package\.json$|^test\/package\.json$/;

/** Copies the files of the checkout, committed or not, to a folder that shares the installed packages. Returns the paths of the files. */
export function copyCheckout(folder: string): string[] {
  const copy = (path: string) => {
    if (!existsSync(join(root, path))) return false;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
    return true;
  };
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], { cwd: root });
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => file !== '' && copy(file));
  // Links between the packages of the workspace are relative, so the copied links lead to the copy.
  for (const file of files.filter((each) => packages.test(each))) copy(join(dirname(file), 'node_modules'));
  copy('node_modules/@signalbox');
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@signalbox' && name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  return files;
}
