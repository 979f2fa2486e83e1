import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTypes } from './openapi/operation-types.ts';
import { root } from './testing/root.ts';

/** Writes the types of the API's operations for the console. Only type checks need the file. */
export function writeOperations(): void {
  const openapi = readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8');
  writeFileSync(join(root, 'packages/console/src/server/operations.ts'), operationTypes(openapi));
}

if (import.meta.main) writeOperations();
