import { empty, plainText, Reply, type RouteDeclaration, StreamedReply, WrittenReply } from '@signalbox/kit';

/** A response: a body as JSON text, none, or chunks of JSON text. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string | readonly string[]>;
  readonly body: string | AsyncIterable<string | Buffer>;
}

/** Converts the result of a handler into a response. */
export type Encode = (result: unknown) => Outgoing;

const json = 'application/json; charset=utf-8';

/** Creates the encoder of a route's responses. The first declared status is the default. */
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
