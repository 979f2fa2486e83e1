/** A number with separators of thousands: 1,200. With `digits`, rounded to so many significant ones. */
export const formatFigure = (figure: number, digits?: number): string =>
  figure.toLocaleString('en', digits === undefined ? {} : { maximumSignificantDigits: digits });
