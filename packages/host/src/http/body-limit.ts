import { prefixFinder } from '@signalbox/kit';
import type { ServiceRuntime } from '../runtime/runtime.ts';

/** The largest body that is read at a path: what the service's surface says of it. */
export function bodyLimitOf(path: string, { service, settings }: Pick<ServiceRuntime, 'service' | 'settings'>): number {
  const special = prefixFinder([service.surface])(path)?.bodyLimitBytes;
  return special ? settings.get(special) : settings.bodyLimitBytes;
}
