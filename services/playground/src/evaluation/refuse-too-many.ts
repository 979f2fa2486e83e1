import { Failure } from '@signalbox/contracts';
import type { Settings } from '@signalbox/kit';
import { playgroundLimit } from '../surface.ts';

/** The factors that determine the number of evaluations. */
interface Factors {
  readonly environments: number;
  readonly features: number;
  readonly contexts: number;
}

/** Throws 400 with the factors if the request needs too many evaluations. */
export function refuseTooMany(settings: Settings, { environments, features, contexts }: Factors): void {
  const count = environments * features * contexts;
  const max = settings.get(playgroundLimit);
  if (count <= max || features === 0) return;
  throw new Failure(
    'BadDataError',
    `This request needs ${formatted(count)} evaluations: environments (${environments}) x features (${features}) x contexts (${formatted(contexts)}). The maximum is ${max} (PLAYGROUND_LIMIT). Send fewer environments, projects, or comma-separated values in the context.`,
  );
}

const formatted = (count: number): string => (Number.isSafeInteger(count) ? String(count) : `more than ${Number.MAX_SAFE_INTEGER}`);
