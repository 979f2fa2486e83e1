import type { FoundPrefix } from './find-prefix.ts';
import type { Settings } from './settings.ts';

/** Maximum size of a body at a path, in bytes: the limit of its surface, or the default. */
export const bodyLimitOf = (found: FoundPrefix | undefined, settings: Settings): number =>
  found?.bodyLimitBytes ? settings.get(found.bodyLimitBytes) : settings.bodyLimitBytes;
