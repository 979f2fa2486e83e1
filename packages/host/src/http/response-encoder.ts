import { empty, plainText, Reply, type RouteDeclaration, StreamedReply, WrittenReply } from '@signalbox/kit';

/** What leaves: a body as JSON text, nothing, or pieces of JSON text. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string | readonly string[]>;
  readonly body: string | AsyncIterable<string | Buffer>;
}

/** Makes what leaves of what a handler answered. */
export type Encode = (result: unknown) => Outgoing;

const json = 'application/json; charset=utf-8';

/** The encoder of a route's answers: the first status that it declares is that of an answer which names none. */
export function responseEncoder({ answers, method, path }: RouteDeclaration): Encode {
  const [defaultStatus] = Object.keys(answers).map(Number);
  if (defaultStatus === undefined) throw new Error(`${method} ${path} declares no answer`);
  return (result) => {
    if (result instanceof StreamedReply)
      return { status: defaultStatus, headers: { 'content-type': json, ...result.headers }, body: result.chunks };
    if (result instanceof WrittenReply) return { status: defaultStatus, headers: { 'content-type': json }, body: result.text };
    const { body, status = defaultStatus, headers } = result instanceof Reply ? result : new Reply(result);
    if (answers[status] === plainText)
      return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: String(body) };
    const text = answers[status] === empty ? '' : JSON.stringify(body ?? null);
    const type: Record<string, string> = text === '' ? {} : { 'content-type': json };
    return { status, headers: { ...type, ...headers }, body: text };
  };
}
