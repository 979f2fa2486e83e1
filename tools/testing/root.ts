import { join } from 'node:path';

/** The folder of the workspace. */
export const root = join(import.meta.dirname, '..', '..');
