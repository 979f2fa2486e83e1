import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTypes } from './openapi/operation-types.ts';
import { root } from './testing/root.ts';

const files = ['packages/agents/src/base/operations.ts', 'packages/cli/src/api/operations.ts', 'packages/console/src/server/operations.ts'];

/** Writes the types of the API's operations for the tools of agents, the command line and the console. Only type checks need the files. */
export function writeOperations(): void {
  const types = operationTypes(readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8'));
  for (const path of files) writeFileSync(join(root, path), types);
}

if (import.meta.main) writeOperations();
