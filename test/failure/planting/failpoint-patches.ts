import type { Patch } from './patch.ts';

/** Has the two ways of starting the product pass the durable steps on to `failing`, once they are open. */
export const failpointPatches: readonly Patch[] = [
  {
    file: 'packages/host/src/process/serve-services.ts',
    from: 'openHost(services, { settings,',
    to: 'openHost(services, { instrument: { step: globalThis.failing.step }, settings,',
  },
  {
    file: 'packages/host/src/process/serve-services.ts',
    from: 'const metrics = await showMetrics(host);',
    to: 'globalThis.failing.isOpen = true; const metrics = await showMetrics(host);',
  },
  {
    file: 'services/standalone/src/main.ts',
    from: 'openStandalone({ settings,',
    to: 'openStandalone({ instrument: { step: globalThis.failing.step }, settings,',
  },
  {
    file: 'services/standalone/src/main.ts',
    from: 'onStop(() => standalone.close());',
    to: 'globalThis.failing.isOpen = true; onStop(() => standalone.close());',
  },
];
