import { useLocation } from 'preact-iso/router';
import { useMemo, useRef } from 'preact/hooks';
import { useShortcuts } from './shortcuts.ts';

/** The filter in the address of a list, with its field, which a key focuses. */
export function useFilter(address: string) {
  const { query, route } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts(useMemo(() => ({ filter: () => field.current?.focus() }), []));
  const change = (text: string) => route(`${address}${text ? `?q=${encodeURIComponent(text)}` : ''}`, true);
  return { value: query['q'] ?? '', change, field };
}
