import { formatFigure } from './figure.ts';

/** A number of things: 1 feature, 1,200 features. The plural of the noun ends in s. */
export const counted = (count: number, noun: string): string => (count === 1 ? `1 ${noun}` : `${formatFigure(count)} ${noun}s`);
