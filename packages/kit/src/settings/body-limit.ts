import type { FoundPrefix } from './find-prefix.ts';
import type { Settings } from './settings.ts';

/** The largest body, in bytes, that is read at a path: what the surface that answers it says, else that of ordinary requests. */
export const bodyLimitOf = (found: FoundPrefix | undefined, settings: Settings): number =>
  found?.bodyLimitBytes ? settings.get(found.bodyLimitBytes) : settings.bodyLimitBytes;
