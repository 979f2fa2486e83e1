import { formatMoment } from '../../../base/format.ts';

const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** A text of the server with its times in the time zone of the browser. */
export const withLocalTimes = (text: string): string => text.replace(instant, (found) => formatMoment(Date.parse(found)));
