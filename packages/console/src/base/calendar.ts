/** A month of a year: November 2026. */
export const formatMonth = (day: Date): string => day.toLocaleDateString('en', { month: 'long', year: 'numeric' });

/** A day of the week: Thu. */
export const formatWeekday = (day: Date): string => day.toLocaleDateString('en', { weekday: 'short' });
