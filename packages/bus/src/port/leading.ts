/** Number of leading `true` values. */
export function leading(confirmed: readonly boolean[]): number {
  const first = confirmed.indexOf(false);
  return first === -1 ? confirmed.length : first;
}
