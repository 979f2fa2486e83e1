/** A number with separators of thousands: 1,200. With `digits`, rounded to so many significant ones. */
export const formatFigure = (figure: number, digits?: number): string =>
  figure.toLocaleString('en', digits === undefined ? {} : { maximumSignificantDigits: digits });

/** A figure in few characters: 1.5K, 20M. */
export const shortFigure = (figure: number): string => figure.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 });
