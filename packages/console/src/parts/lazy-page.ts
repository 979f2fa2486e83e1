import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';

/** A page whose script is loaded when it is first shown. One whose script cannot be loaded throws the reason as it is drawn. */
export const lazyPage = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().catch((error: unknown): ComponentType<Props> => {
      return () => {
        throw error;
      };
    }),
  );
