import { Failure } from '@signalbox/contracts';
import type { Settings } from '@signalbox/kit';
import { playgroundLimit } from '../surface.ts';

/** What multiplies the work of one request. */
interface Factors {
  readonly environments: number;
  readonly features: number;
  readonly contexts: number;
}

/** 400 before anything is written, with the factors and what to do about them. */
export function refuseTooMany(settings: Settings, { environments, features, contexts }: Factors): void {
  const count = environments * features * contexts;
  const max = settings.get(playgroundLimit);
  if (count <= max || features === 0) return;
  throw new Failure(
    'BadDataError',
    `This request needs ${told(count)} evaluations: environments (${environments}) x features (${features}) x contexts (${told(contexts)}). The maximum is ${max} (PLAYGROUND_LIMIT). Send fewer environments, projects, or comma-separated values in the context.`,
  );
}

const told = (count: number): string => (Number.isSafeInteger(count) ? String(count) : `more than ${Number.MAX_SAFE_INTEGER}`);
