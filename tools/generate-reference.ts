import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeEvents } from '../packages/contracts/src/index.ts';
import { describeMetrics } from '../packages/host/src/index.ts';
import { describeSettings } from '../packages/kit/src/index.ts';
import { describeStates } from '../services/change-requests/src/request/state-diagram.ts';
import { loadServices, surfaces } from '../services/standalone/src/services.ts';
import { describeApi } from './openapi/describe-api.ts';
import { describePermissions } from './permissions/describe-permissions.ts';
import { root } from './testing/root.ts';
import { writeOperations } from './write-operations.ts';

/** Generated pages. A test compares them with the committed files. */
export const referencePages: readonly { readonly path: string; readonly text: string }[] = [
  { path: 'docs/reference/events.md', text: describeEvents() },
  { path: 'docs/reference/settings.md', text: describeSettings(surfaces) },
  { path: 'docs/reference/metrics.md', text: describeMetrics(await loadServices()) },
  { path: 'docs/reference/change-request-states.md', text: describeStates() },
  { path: 'docs/reference/permissions.md', text: await describePermissions(await loadServices()) },
  { path: 'deploy/compose/alerts.yml', text: rulesOf(readFileSync(join(root, 'deploy/monitoring/alerts.yaml'), 'utf8')) },
  { path: 'docs/reference/openapi.json', text: await describeApi(await loadServices()) },
];

/** The operator resource's content, in the format that Prometheus itself reads. */
function rulesOf(resource: string): string {
  const [, spec = ''] = resource.split(/^spec:\n/m);
  return `# Written by npm run reference from deploy/monitoring/alerts.yaml.\n${spec.replaceAll(/^ {2}/gm, '')}`;
}

if (import.meta.main) {
  for (const { path, text } of referencePages) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  writeOperations();
}
