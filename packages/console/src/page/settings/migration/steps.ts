import { hourMs } from '../../../base/format.ts';
import { ask, askLines } from '../../../server/ask.ts';

export type MigrationStep = 'plan' | 'import' | 'verify';

/** The instance to migrate from. */
export interface Source {
  readonly url: string;
  readonly sourceToken: string;
}

interface Finding {
  readonly kind: string;
  readonly name: string;
  readonly outcome: 'adapted' | 'skipped';
  readonly reason: string;
}

interface Difference {
  readonly token: string;
  readonly feature: string;
  readonly source: string;
  readonly target: string;
}

/** The result of a step. A comparison also has a report. */
export interface StepResult {
  readonly plan: {
    readonly counts: Readonly<Record<string, { readonly exact: number; readonly adapted: number; readonly skipped: number }>>;
    readonly findings: readonly Finding[];
  };
  readonly verification?: {
    readonly tokens: number;
    readonly features: number;
    readonly contexts: number;
    readonly notCompared: readonly string[];
    readonly differences: readonly Difference[];
  };
  readonly signed?: { readonly text: string; readonly jws: string | null; readonly reason: string | null };
}

type Line = { readonly line: string } | { readonly error: string } | { readonly result: StepResult };

const tokenHours = 2;

/** Takes a step on the server, and passes on its progress. Throws `Refused`, or an error with the reason of the server. */
export async function takeStep(step: MigrationStep, source: Source, note: (line: string) => void): Promise<StepResult> {
  if (step === 'plan') return readLines({ step, ...source }, note);
  return withToken((token) => readLines({ step, ...source, token }, note));
}

/** The import acts with an admin token of its own, which ends with the step, or after two hours if this page is closed. */
async function withToken(work: (token: string) => Promise<StepResult>): Promise<StepResult> {
  const expiresAt = new Date(Date.now() + tokenHours * hourMs).toISOString();
  const { secret, id } = await ask('POST /api/admin/api-tokens', { body: { tokenName: 'Migration', type: 'admin', expiresAt } });
  try {
    return await work(secret);
  } finally {
    await ask('DELETE /api/admin/api-tokens/{token}', { path: { token: String(id) } });
  }
}

async function readLines(
  body: { step: MigrationStep; url: string; sourceToken: string; token?: string },
  note: (line: string) => void,
): Promise<StepResult> {
  let result: StepResult | null = null;
  let problem: string | null = null;
  await askLines('POST /api/admin/migration/unleash', { body }, (read) => {
    const line = read as Line;
    if ('line' in line) note(line.line);
    else if ('error' in line) problem = line.error;
    else result = line.result;
  });
  if (result === null) throw new StepFailure(problem ?? 'The connection ended. Repeat the step.');
  return result;
}

/** A step that the server has begun and not completed. */
export class StepFailure extends Error {}
