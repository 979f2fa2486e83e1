import { SettingsProblem } from '@signalbox/kit';
import { UnusableSchema } from '@signalbox/store';

/** Ends a command with a settings problem if the database's schema is unusable. */
export function asSettingsProblem<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof UnusableSchema ? new SettingsProblem(`DATABASE_URL cannot be used: ${error.message}.`) : error;
  });
}
