import { changePhrase } from '@signalbox/contracts';
import { maxTitleCharacters, onOneLine } from './change-request.ts';

/** The title of a request that nobody has named: its first change, and the number of others. Null without changes. */
export function defaultTitle(environment: string, first: Parameters<typeof changePhrase>[0] | undefined, count: number): string | null {
  if (!first) return null;
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  const phrase = onOneLine(changePhrase(first, environment));
  return `${phrase.slice(0, maxTitleCharacters - others.length).toWellFormed()}${others}`;
}
