/** A file with tests that failed while other suites ran beside it, and how many did. */
export interface FailedFile<Suite> {
  readonly suite: Suite;
  readonly file: string;
  readonly failed: number;
}

/** A change that breaks something breaks more files than a busy machine does. */
const maxFiles = 4;

/**
 * Suites side by side take each other's time, and a test that waits too little fails for that alone: each file that failed so gets the
 * machine for itself, once. Answers those that pass alone; of more than four files, none is tried.
 */
export async function runAgain<Suite>(
  failed: readonly FailedFile<Suite>[],
  passesAlone: (file: FailedFile<Suite>) => Promise<boolean>,
): Promise<FailedFile<Suite>[]> {
  const unsteady: FailedFile<Suite>[] = [];
  if (failed.length > maxFiles) return unsteady;
  for (const file of failed) if (await passesAlone(file)) unsteady.push(file);
  return unsteady;
}
