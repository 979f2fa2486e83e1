import { equal } from 'node:assert/strict';
import { foreignOriginOf } from './foreign-origin.ts';

const host = 'toggles.example:4242';
const another = 'http://evil.example';

const of = (headers: Record<string, string>, method = 'POST', baseUrl: string | null = null) =>
  foreignOriginOf({ method, headers: { host, ...headers } }, baseUrl);

describe('the origin of a change', () => {
  const own: readonly Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: another },
    { origin: `http://${host}` },
    { origin: `https://${host.toUpperCase()}` },
  ];
  for (const headers of own) it(`is this server’s with ${JSON.stringify(headers)}`, () => equal(of(headers), null));

  const foreign: readonly (readonly [headers: Record<string, string>, named: string])[] = [
    [{ 'sec-fetch-site': 'cross-site', origin: another }, another],
    [{ 'sec-fetch-site': 'same-site' }, 'another origin'],
    [{ 'sec-fetch-site': 'same-site', origin: `http://${host}` }, `http://${host}`],
    [{ 'sec-fetch-site': '' }, 'another origin'],
    [{ origin: another }, another],
    [{ origin: `${another}/\nx` }, another],
    [{ origin: 'null' }, 'another origin'],
    [{ origin: '' }, 'another origin'],
    [{ origin: 'http://toggles.example' }, 'http://toggles.example'],
    [{ origin: `http://${host}.evil.example` }, 'another origin'],
  ];
  for (const [headers, named] of foreign) it(`is ${named} with ${JSON.stringify(headers)}`, () => equal(of(headers), named));

  it('is this server’s if it equals BASE_URL, even if a proxy rewrites Host', () => {
    equal(of({ origin: 'https://signalbox.example' }, 'POST', 'https://signalbox.example/'), null);
    equal(of({ origin: 'https://signalbox.example' }, 'POST', 'https://other.example'), 'https://signalbox.example');
    equal(of({ origin: 'null' }, 'POST', 'nonsense'), 'another origin');
  });

  it('does not matter for reads', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) equal(of({ 'sec-fetch-site': 'cross-site', origin: another }, method), null);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'anything']) equal(of({ origin: another }, method), another);
  });
});
