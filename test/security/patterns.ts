import { engine, maxText } from '../fuzz/patterns/targets.ts';
import { ms, type Row } from './world.ts';

/** Patterns that block backtracking engines. */
const evil: readonly (readonly [pattern: string, letters: string])[] = [
  ['^(a+)+$', 'a'],
  ['^(a*)*$', 'a'],
  ['^(a|aa)+$', 'a'],
  ['^(a|a?)+$', 'a'],
  ['(a?){100}a{100}', 'a'],
  ['(.*a){20}!', 'a'],
  ['(x+x+)+y', 'x'],
  ['(?:a*)*b', 'a'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['^(\\w+\\s?)*$', 'a '],
  ['^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$', 'a'],
  ['^(?:(?:a+b?)+c?)+$', 'a'],
  ['(a|b|ab)*c', 'ab'],
  ['^((a+)|(b+))*$', 'ab'],
  ['(.*)*=(.*)*;', 'x'],
  ['\\s+$', ' '],
  ['^(\\d+)*$', '1'],
  ['(?i)(é|E\u0301|e)+$', 'é'],
  ['^.*.*.*.*.*.*.*.*.*.*!$', 'a'],
  ['(?:[a-z]{1,30}){1,30}!', 'a'],
];

/** Evaluates features with each pattern for a user whose id has 100,000 characters that keep all alternatives open. */
export function tryPatterns(): Row {
  const findings: string[] = [];
  let slowestMs = 0;
  for (const [text, letters] of evil) {
    const pattern = { text, caseInsensitive: false };
    if (!engine.admits(pattern)) continue;
    const userId = `${letters.repeat(maxText).slice(0, maxText - 1)}?`;
    const begun = process.threadCpuUsage();
    engine.evaluate(pattern, userId);
    const { user, system } = process.threadCpuUsage(begun);
    const tookMs = (user + system) / 1000;
    if (tookMs > 100) findings.push(`${text}: ${ms(tookMs)}`);
    slowestMs = Math.max(slowestMs, tookMs);
  }
  const refused = evil.filter(([text]) => !engine.admits({ text, caseInsensitive: false })).length;
  return {
    what: 'evil patterns on 100 kB',
    cases: evil.length,
    figure: `${refused} rejected as too large, slowest of the others ${ms(slowestMs)} of CPU`,
    target: '<= 100 ms',
    holds: findings.length === 0,
    findings,
  };
}
