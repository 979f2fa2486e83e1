import type { Call } from './call.ts';
import { requestOf } from './request.ts';

/** Headers that change what a request does. */
const telling = ['if-match', 'x-change-reason'];

/** The request as a line for a shell. The token is a variable of that shell: no secret is shown. */
export async function curlOf({ name, asked }: Call): Promise<string> {
  const request = requestOf(name, asked);
  const body = await request.text();
  const parts = [
    'curl',
    ...(request.method === 'GET' ? [] : ['-X', request.method]),
    '-H "Authorization: $TOKEN"',
    ...telling.flatMap((name) => (request.headers.has(name) ? ['-H', quote(`${name}: ${request.headers.get(name)}`)] : [])),
    ...(body === '' ? [] : ["-H 'Content-Type: application/json'", '-d', quote(body)]),
    quote(request.url),
  ];
  return parts.join(' ');
}

/** One word of a shell, whatever it holds. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
