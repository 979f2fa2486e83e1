import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** A value that lags behind until it has been stable for `ms`, so that not every key sends a request. */
export function useDebounced<T>(value: T, ms: number): T {
  const debounced = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => (debounced.value = value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced.value;
}
