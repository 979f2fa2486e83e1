import type { Tone } from './chart-data.ts';
import * as styles from './chart.module.css';

/** The class that colors a layer. */
export const toneClasses: Readonly<Record<Tone, string | undefined>> = {
  first: styles.first,
  second: styles.second,
  third: styles.third,
  rest: styles.rest,
  stop: styles.limit,
};
