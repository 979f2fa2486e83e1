/** Exit codes of the process, which scripts may rely on. */
export const exitCodes = {
  done: 0,
  error: 1,
  differences: 2,
  waitsForApproval: 3,
  notPermitted: 4,
  conflict: 5,
  unreachable: 6,
  off: 7,
} as const;

/** An exit code of the process. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Meaning of each exit code, for help and pages. */
export const exitCodeTexts: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done, or nothing to do',
  error: 'error, or interrupted',
  differences: 'there are differences',
  waitsForApproval: 'waits for approval',
  notPermitted: 'not permitted',
  conflict: 'conflict with a change by somebody else',
  unreachable: 'the server cannot be reached',
  off: 'the flag evaluated to off',
};

/** A failure that ends the command. Written to stderr as a sentence, or as JSON. */
export class Problem extends Error {
  override readonly name: string;
  readonly details: readonly unknown[];
  readonly exitCode: ExitCode;

  constructor(
    name: string,
    message: string,
    { exitCode = exitCodes.error, details = [] }: { exitCode?: ExitCode; details?: readonly unknown[] } = {},
  ) {
    super(message);
    this.name = name;
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** A mistake in the arguments or settings. */
export const usageProblem = (message: string): Problem => new Problem('UsageError', message);

/** The problem of a failed connection. Its cause is more precise than its message. */
export function unreachable(url: string, error: unknown): Problem {
  const { message, cause } = error as Error;
  const { message: reason = '', code = message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return new Problem('Unreachable', `${url} cannot be reached: ${reason || code}`, { exitCode: exitCodes.unreachable });
}
