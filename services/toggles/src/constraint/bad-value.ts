import { Failure } from '@signalbox/contracts';

/** The 400 for a value that has the right shape and makes no sense; `path` is where it stands in what was sent. */
export function badValue(path: string, problem: string): Failure {
  const message = path === '' ? problem : `${path} ${problem}`;
  return new Failure('BadDataError', message, { details: [{ path, message, description: message }] });
}
