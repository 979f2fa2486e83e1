import { Failure } from '@signalbox/contracts';

/** One segment of a path. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure('BadRequestError', 'The path is not properly encoded.');
  }
}
