import type { Call } from './call.ts';
import { requestOf } from './ask.ts';

/** Headers that change the effect of a request. */
const shownHeaders = ['if-match', 'x-change-reason'];

/** The request as a curl command. The token is a shell variable, so no secret is shown. */
export async function curlOf({ name, input }: Call): Promise<string> {
  const request = requestOf(name, input);
  const body = await request.text();
  const parts = [
    'curl',
    ...(request.method === 'GET' ? [] : ['-X', request.method]),
    '-H "Authorization: $TOKEN"',
    ...shownHeaders.flatMap((name) => (request.headers.has(name) ? ['-H', quote(`${name}: ${request.headers.get(name)}`)] : [])),
    ...(body === '' ? [] : ["-H 'Content-Type: application/json'", '-d', quote(body)]),
    quote(request.url),
  ];
  return parts.join(' ');
}

/** Quotes a text as one shell word. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
