/** Repeated slashes in the path count as one. */
export function normalizeUrl(url: string): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') + (query < 0 ? '' : url.slice(query)) : url;
}
