import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { Api } from '../call/api.ts';
import type { Plan } from '../plan/plan.ts';
import type { Verification } from '../verify/verification.ts';
import { requestSignature } from './report-signature.ts';
import { planLines, verificationLines } from './texts.ts';

/**
 * Writes `<name>.json` and `<name>.md`, and the target's signature of the first to `<name>.jws`. Returns a sentence about the signature, which
 * the second contains.
 */
export async function writeReport(name: string, plan: Plan, verification: Verification, target: Api): Promise<string> {
  const json = `${JSON.stringify({ plan, verification }, null, 2)}\n`;
  const digest = createHash('sha256').update(json).digest('hex');
  const signed = await requestSignature(target, digest);
  const signature = 'jws' in signed ? `${target.url} has signed it.` : `It is not signed: ${signed.reason}`;
  const sentence = `The SHA-256 of ${name}.json is ${digest}. ${signature}`;
  const block = (lines: readonly string[]) => ['```text', ...lines, '```'].join('\n');
  const sections = [
    '# Migration from Unleash',
    `The comparison started at ${verification.startedAt}. ${sentence}`,
    '## Plan',
    block(planLines(plan)),
    '## Comparison',
    block(verificationLines(verification)),
  ];
  await writeFile(`${name}.json`, json);
  await writeFile(`${name}.md`, `${sections.join('\n\n')}\n`);
  // The signature of an earlier report must not stay beside this one.
  if ('jws' in signed) await writeFile(`${name}.jws`, `${signed.jws}\n`);
  else await rm(`${name}.jws`, { force: true });
  return sentence;
}
