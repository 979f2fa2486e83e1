import type { Plan } from '../plan/plan.ts';
import type { Verification } from '../verify/verification.ts';

/** A plan as lines for a terminal. */
export function planLines({ source, counts, findings }: Plan): string[] {
  const rows = Object.entries(counts).map(([kind, { exact, adapted, skipped }]) => [kind, exact, adapted, skipped].map(String));
  const width = Math.max(0, ...rows.map(([kind = '']) => kind.length));
  const line = ([kind = '', ...numbers]: readonly string[]) => `${kind.padEnd(width)}  ${numbers.map((text) => text.padStart(8)).join('')}`;
  return [
    `Source: ${source}`,
    line(['', 'exact', 'adapted', 'skipped']),
    ...rows.map(line),
    ...findings.map(({ kind, name, outcome, reason }) => `${outcome} ${kind} ${name}: ${reason}`),
  ];
}

const shownDifferences = 20;

/** The result of a comparison as lines for a terminal. */
export function verificationLines({ source, target, tokens, features, contexts, notCompared, differences }: Verification): string[] {
  return [
    `Compared ${source} with ${target}: ${tokens} tokens, ${features} features, ${contexts} contexts, ${differences.length} differences.`,
    ...notCompared.map((sentence) => `Not compared: ${sentence}`),
    ...differences.slice(0, shownDifferences).map(({ token, feature, context, source: left, target: right }) => {
      const where = context ? ` in the context ${JSON.stringify(context)}` : '';
      return `Different: ${feature}, token ${token}${where}\n  source ${left}\n  target ${right}`;
    }),
    ...(differences.length > shownDifferences ? [`${differences.length - shownDifferences} more differences are in the report.`] : []),
  ];
}
