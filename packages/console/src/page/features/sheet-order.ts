/** Where the two buttons of the sheet stand on a phone, from the lower edge, in pixels: 48 high, 14 apart, 24 above the edge. */
const upper = { from: 86, to: 134 } as const;
const halfTarget = 24;

/**
 * Whether the button that does it stands above the one that leaves it. Not where the finger was that opened the sheet: a double tap
 * does nothing.
 */
export const isDangerAbove = (tapFromBottomPx: number): boolean =>
  tapFromBottomPx < upper.from - halfTarget || tapFromBottomPx > upper.to + halfTarget;
