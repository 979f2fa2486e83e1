import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testEnvironment } from './environment.ts';

const emitted = new Set<string>();
const fileIn = (folder: string): string => join(folder, 'emitted-events');

/** Records at once that a service under test has emitted an event of this type, because a test process may be killed. */
export function noteEmitted(type: string): void {
  const { records } = testEnvironment;
  if (records === undefined || emitted.has(type)) return;
  emitted.add(type);
  appendFileSync(fileIn(records), `${type}\n`);
}

/** Types of all events that services have emitted in processes that record in this folder. */
export function readEmitted(folder: string): ReadonlySet<string> {
  const path = fileIn(folder);
  return new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);
}
