import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const stated = new Set<string>();
const fileIn = (folder: string): string => join(folder, 'stated-events');

/** Notes that a service under test has stated an event of this type. All of them are written down when the process ends. */
export function noteStated(type: string): void {
  if (stated.size === 0) process.once('exit', () => appendFileSync(fileIn(tmpdir()), `${[...stated].join('\n')}\n`));
  stated.add(type);
}

/** The types of all events that services have stated in the processes whose temporary folder this was. */
export function readStated(folder: string): ReadonlySet<string> {
  const path = fileIn(folder);
  return new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);
}
