import { useLocation } from 'preact-iso/router';

/** The filter in the address of a list. */
export function useFilter(address: string) {
  const { query, route } = useLocation();
  const change = (text: string) => route(`${address}${text ? `?q=${encodeURIComponent(text)}` : ''}`, true);
  return { value: query['q'] ?? '', change };
}
