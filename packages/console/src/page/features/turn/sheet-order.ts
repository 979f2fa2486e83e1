/** Positions of the two buttons on a phone, in pixels from the lower edge: 48 high, 14 apart, 24 above the edge. */
const upper = { from: 86, to: 134 } as const;
const halfTarget = 24;

/** Whether "turn off" is above "keep on". It is never under the finger that opened the sheet, so that a double tap does nothing. */
export const isDangerAbove = (tapFromBottomPx: number): boolean =>
  tapFromBottomPx < upper.from - halfTarget || tapFromBottomPx > upper.to + halfTarget;
