/** How many are true before the first that is not. */
export function leading(confirmed: readonly boolean[]): number {
  const first = confirmed.indexOf(false);
  return first === -1 ? confirmed.length : first;
}
