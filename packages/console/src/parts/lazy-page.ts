import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';

/** A page whose script loads on first use. Throws during rendering if the script cannot be loaded. */
export const lazyPage = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().catch((error: unknown): ComponentType<Props> => {
      return () => {
        throw error;
      };
    }),
  );
