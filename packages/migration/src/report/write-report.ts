import { rm, writeFile } from 'node:fs/promises';
import type { Api } from '../call/api.ts';
import type { Plan } from '../plan/plan.ts';
import type { Verification } from '../verify/verification.ts';
import { signReport } from './sign-report.ts';
import { planLines, verificationLines } from './texts.ts';

/**
 * Writes `<name>.json` and `<name>.md`, and the target's signature of the first to `<name>.jws`. Returns a sentence about the signature, which
 * the second contains.
 */
export async function writeReport(name: string, plan: Plan, verification: Verification, target: Api): Promise<string> {
  const { text, sha256, jws, reason } = await signReport(plan, verification, target);
  const signature = jws === null ? `It is not signed: ${reason ?? ''}` : `${target.url} has signed it.`;
  const sentence = `The SHA-256 of ${name}.json is ${sha256}. ${signature}`;
  const block = (lines: readonly string[]) => ['```text', ...lines, '```'].join('\n');
  const sections = [
    '# Migration',
    `The comparison started at ${verification.startedAt}. ${sentence}`,
    '## Plan',
    block(planLines(plan)),
    '## Comparison',
    block(verificationLines(verification)),
  ];
  await writeFile(`${name}.json`, text);
  await writeFile(`${name}.md`, `${sections.join('\n\n')}\n`);
  // The signature of an earlier report must not stay beside this one.
  if (jws === null) await rm(`${name}.jws`, { force: true });
  else await writeFile(`${name}.jws`, `${jws}\n`);
  return sentence;
}
