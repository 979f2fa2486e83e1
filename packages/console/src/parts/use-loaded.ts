import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/** A component whose script loads once it is needed; null until then. Calls `failed` if the script cannot be loaded. */
export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>, isNeeded: boolean, failed: () => void) {
  const loaded = useSignal<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (isNeeded) load().then((component) => (loaded.value = component), failed);
  }, [isNeeded]);
  return loaded.value;
}
