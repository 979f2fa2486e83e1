import { fuzz } from '../fuzz/api/fuzz.ts';
import { openFuzzedApp } from '../fuzz/api/fuzzed-app.ts';
import { operations } from '../fuzz/api/document.ts';
import { callers } from '../fuzz/api/requests.ts';
import type { Row } from './world.ts';

/** Valid and mutated requests from the API document, by all callers. */
export async function fuzzApi(requests: number, seed: number): Promise<Row> {
  const { target, close } = await openFuzzedApp();
  const report = await fuzz(target, { seed, requests });
  await close();
  const findings = report.findings.map(({ what, times }) => `${what} (${times})`);
  return {
    what: `${operations.length} operations as ${callers.length} callers, seed ${seed}`,
    cases: report.requests,
    figure: `${report.findings.length} findings; other requests took at most ${report.waitedMs.toFixed(0)} ms`,
    target: '0 of 5xx, undeclared status, other shape',
    holds: findings.length === 0,
    findings,
  };
}
