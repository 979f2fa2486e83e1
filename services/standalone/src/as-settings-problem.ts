import { SettingsProblem } from '@signalbox/kit';
import { UnusableSchema } from '@signalbox/store';

/** Has a database that cannot be worked with end a command as a wrong setting does. */
export function asSettingsProblem<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof UnusableSchema ? new SettingsProblem(`DATABASE_URL cannot be used: ${error.message}.`) : error;
  });
}
