import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Plan } from '../plan/plan.ts';
import type { Verification } from '../verify/verification.ts';
import { planLines, verificationLines } from './texts.ts';

/** Writes `<name>.json` and `<name>.md`. Returns the SHA-256 of the first, which the second contains. */
export async function writeReport(name: string, plan: Plan, verification: Verification): Promise<string> {
  const json = `${JSON.stringify({ plan, verification }, null, 2)}\n`;
  const digest = createHash('sha256').update(json).digest('hex');
  const block = (lines: readonly string[]) => ['```text', ...lines, '```'].join('\n');
  const sections = [
    '# Migration from Unleash',
    `The comparison started at ${verification.startedAt}. This report is not signed; the SHA-256 of its JSON file is ${digest}.`,
    '## Plan',
    block(planLines(plan)),
    '## Comparison',
    block(verificationLines(verification)),
  ];
  await writeFile(`${name}.json`, json);
  await writeFile(`${name}.md`, `${sections.join('\n\n')}\n`);
  return digest;
}
