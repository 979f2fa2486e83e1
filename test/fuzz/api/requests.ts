import * as fc from 'fast-check';
import type { Operation, Schema } from './document.ts';
import { changed, hostileSegment, type Kind, segmentOf, strange, valueOf } from './values.ts';

export const callers = ['administrator', 'nobody', 'client', 'frontend'] as const;
export type Caller = (typeof callers)[number];

/** A request with placeholders for values from earlier responses. */
export interface FuzzedRequest {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const often = <T>(likely: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, share: number): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: likely, weight: 100 - share }, { arbitrary: odd, weight: share });

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));

/** Encodes text for a request target. Lone surrogates have no encoding. */
const encoded = (value: string): string => encodeURIComponent(value.toWellFormed().slice(0, 6000));

function targetOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith('{') ? often(segmentOf(part.slice(1, -1)).map(encoded), hostileSegment, 12) : fc.constant(part)));
  const queries = parameters.filter((parameter) => parameter.in === 'query').map((parameter) => queryOf(parameter.name, parameter.schema));
  const unknown = often<readonly string[]>(
    fc.constant([]),
    strange.map((value) => [`fuzz=${encoded(text(value))}`]),
    5,
  );
  const odd = often(fc.constant(''), fc.constantFrom('&', '&&=', '&__proto__[a]=b', '&a[b][c]=d', '&%=%', '&%ff=1', '&='), 4);
  return fc.tuple(fc.tuple(...parts), fc.tuple(...queries, unknown), odd).map(([segments, given, end]) => {
    const query = given.flat().join('&') + end;
    return segments.join('/').slice(0, 9000) + (query === '' ? '' : `?${query.slice(0, 5000)}`);
  });
}

function queryOf(name: string, schema: Schema): fc.Arbitrary<readonly string[]> {
  const likely = valueOf(schema).map((value) => [value].flat().map((each) => `${encoded(name)}=${encoded(text(each))}`));
  const odd = strange.map((value) => [`${encoded(name)}=${encoded(text(value))}`]);
  return fc.oneof({ arbitrary: fc.constant([]), weight: 6 }, { arbitrary: likely, weight: 3 }, { arbitrary: odd, weight: 1 });
}

interface Payload {
  readonly body: string | undefined;
  readonly type?: string;
  readonly coding?: string;
}

const types = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/problem+json'];
const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'x',
  'application/json; charset=utf-16',
  '',
];
const notJson = [
  '',
  '{',
  '[1,',
  'nul',
  '"\u0000"',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"a":1,}',
  "{'a':1}",
  'NaN',
  '{"__proto__":{"admin":true}}',
  '-',
  '\\',
];

function payloadOf({ method, body }: Operation): fc.Arbitrary<Payload> {
  const schema = body['application/json']?.schema ?? (Object.keys(body).length > 0 ? {} : undefined);
  if (method === 'GET' || method === 'HEAD') return fc.constant({ body: undefined });
  const none: fc.Arbitrary<Payload> = fc.constant({ body: undefined });
  const likely = schema ? valueOf(schema) : strange;
  const steps = fc.array(fc.nat(20), { minLength: 1, maxLength: 5 });
  const how = fc.constantFrom('replace', 'replace', 'remove', 'add');
  const mutated = fc.tuple(likely, steps, strange, how).map(([value, at, to, kind]) => changed(value, at, to, kind as 'replace'));
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((each): Payload => ({ body: JSON.stringify(each) ?? '', type: 'application/json' }));
  const doubled = fc.tuple(likely, strange).map(([value, again]): Payload => {
    const written = JSON.stringify(value) ?? '';
    const [key = 'a'] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const more = `${JSON.stringify(key)}:${JSON.stringify(again) ?? 'null'}`;
    return {
      body: written.endsWith('}') ? `${written.slice(0, -1)}${written === '{}' ? '' : ','}${more}}` : `{${more}}`,
      type: 'application/json',
    };
  });
  const typed = fc
    .tuple(likely, fc.constantFrom(...types, ...otherTypes))
    .map(([value, type]): Payload => ({ body: JSON.stringify(value) ?? '', type }));
  const broken = fc.constantFrom(...notJson).map((written): Payload => ({ body: written, type: 'application/json' }));
  const coded = fc
    .tuple(likely, fc.constantFrom('gzip', 'br', 'deflate', 'identity', 'zip'))
    .map(([value, coding]): Payload => ({ body: JSON.stringify(value) ?? '', type: 'application/json', coding }));
  const deep = fc
    .constantFrom(40, 51, 5000)
    .map((depth): Payload => ({ body: '['.repeat(depth) + ']'.repeat(depth), type: 'application/json' }));
  return fc.oneof(
    { arbitrary: json(likely), weight: schema ? 40 : 5 },
    { arbitrary: json(mutated), weight: schema ? 35 : 5 },
    { arbitrary: none, weight: schema ? 3 : 40 },
    { arbitrary: doubled, weight: 4 },
    { arbitrary: typed, weight: 6 },
    { arbitrary: broken, weight: 6 },
    { arbitrary: coded, weight: 3 },
    { arbitrary: deep, weight: 3 },
  );
}

const header = fc.oneof(
  fc.constantFrom('"x"', '*', 'W/"x"', '"a", "b"', '""', 'x', ',', '"'.repeat(300)).map((value) => ['if-none-match', value]),
  fc.constantFrom('"x"', '*', 'W/"1"', '"1"', '""').map((value) => ['if-match', value]),
  fc.constantFrom('0', '1', '999999', 'access:1', 'access:999', '-1', 'x', '1e9', '').map((value) => ['if-min-revision', value]),
  fc.constantFrom('a', 'b', 'x'.repeat(200), 'x'.repeat(201), '').map((value) => ['idempotency-key', value]),
  fc
    .constantFrom('*/*', 'text/html', 'application/x-ndjson', 'text/event-stream', 'application/xml', 'x', ';q=0')
    .map((value) => ['accept', value]),
  fc.constantFrom('gzip', 'br', 'identity;q=0', '*;q=0', 'gzip;q=x', ',,,').map((value) => ['accept-encoding', value]),
  fc.constantFrom('bytes=0-1', 'bytes=-1', 'x').map((value) => ['range', value]),
  fc.constantFrom('5.1.9', '4.0.0', 'x', '1', '99999999999.1.1').map((value) => ['unleash-client-spec', value]),
  fc.constantFrom('1', 'x', '-1', '99999999999999999999').map((value) => ['last-event-id', value]),
  fc.constantFrom('https://a.example', 'null', 'x').map((value) => ['origin', value]),
  fc.constantFrom('Wed, 21 Oct 2015 07:28:00 GMT', 'x').map((value) => ['if-modified-since', value]),
  fc.constantFrom('x', 'x'.repeat(101), 'a b').map((value) => ['x-request-id', value]),
) as fc.Arbitrary<[string, string]>;

const caller: fc.Arbitrary<Caller> = fc.oneof(
  { arbitrary: fc.constant('administrator' as const), weight: 7 },
  { arbitrary: fc.constantFrom('nobody' as const, 'client' as const, 'frontend' as const), weight: 3 },
);
/** SDK operations authenticate with their tokens. */
const sdkCaller: fc.Arbitrary<Caller> = fc.constantFrom('client', 'client', 'frontend', 'frontend', 'administrator', 'nobody');

/** Generates valid and mutated requests of one operation. */
export function requestsOf(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const isSdk = !operation.path.startsWith('/api/admin');
  return fc
    .record({
      caller: isSdk ? sdkCaller : caller,
      target: targetOf(operation),
      payload: payloadOf(operation),
      headers: often<[string, string][]>(fc.constant([]), fc.array(header, { minLength: 1, maxLength: 2 }), 15),
    })
    .map(({ payload, headers, ...rest }) => ({
      ...rest,
      operation,
      body: payload.body?.toWellFormed(),
      headers: {
        ...Object.fromEntries(headers),
        ...(payload.type === undefined ? {} : { 'content-type': payload.type }),
        ...(payload.coding === undefined ? {} : { 'content-encoding': payload.coding }),
      },
    }));
}

/** Values from earlier responses, by kind. */
export type Known = Readonly<Record<Kind, readonly string[]>>;

/** Replaces placeholders with values from earlier responses. */
export function filled(written: string, known: Known): string {
  return written.replace(/(?:\u27e6|%E2%9F%A6)(\w+)-(\d+)(?:\u27e7|%E2%9F%A7)/g, (_all, kind: Kind, index: string) => {
    const values = known[kind];
    const value = values[Number(index) % Math.max(values.length, 1)] ?? index;
    return written.startsWith('/') ? encodeURIComponent(value) : JSON.stringify(value).slice(1, -1);
  });
}
