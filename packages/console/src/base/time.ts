const units = [
  { suffix: 'd', ms: 86_400_000 },
  { suffix: 'h', ms: 3_600_000 },
  { suffix: 'min', ms: 60_000 },
  { suffix: 's', ms: 1000 },
] as const;

/** How long ago something was, in its largest unit. What lies ahead is now: clocks differ. */
export function sayAge(atMs: number, nowMs: number): string {
  const age = Math.max(0, nowMs - atMs);
  const unit = units.find(({ ms }) => age >= ms);
  return unit ? `${Math.floor(age / unit.ms)} ${unit.suffix}` : 'now';
}
