import type { Patch } from './patch.ts';

/** Steps that the product does not name: an effect that is written and not committed, and a state that is written under another name. */
export const plantedSteps = ['before commit', 'before rename'] as const;

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
    file: 'services/standalone/src/serve.ts',
    from: 'openStandalone({ settings,',
    to: 'openStandalone({ instrument: { step: globalThis.failing.step }, settings,',
  },
  {
    file: 'services/standalone/src/serve.ts',
    from: 'onStop(() => standalone.close());',
    to: 'globalThis.failing.isOpen = true; onStop(() => standalone.close());',
  },
  {
    file: 'packages/host/src/messaging/consume.ts',
    from: '(context) => takeEffect(consumer, messages, context)),',
    to: `(context) => takeEffect(consumer, messages, context).then((fresh) => {
      globalThis.failing.step('before commit', runtime.service.name);
      return fresh;
    })),`,
  },
  {
    file: 'services/delivery/src/saved/saved-snapshot.ts',
    from: 'await rename(draft, this.#file);',
    to: "globalThis.failing.step('before rename', 'delivery'); await rename(draft, this.#file);",
  },
];
