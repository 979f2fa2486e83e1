import { empty, plainText, Reply, type RouteDeclaration, StreamedReply } from '@signalbox/kit';
import type { ValidateFunction } from 'ajv';
import { compile } from '../validation/validation.ts';

/** What leaves: a body as JSON text, nothing, or pieces of JSON text. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string | readonly string[]>;
  readonly body: string | AsyncIterable<string | Buffer>;
}

/** Makes what leaves of what a handler answered. */
export type Present = (result: unknown) => Outgoing;

/** With `checkAnswers`, an answer that is not what the route declares throws. */
export function presenter(declaration: RouteDeclaration, checkAnswers: boolean): Present {
  const statuses = Object.keys(declaration.answers).map(Number);
  const [usual] = statuses;
  if (usual === undefined) throw new Error(`${declaration.method} ${declaration.path} declares no answer`);
  const checks = new Map<number, ValidateFunction>();
  for (const status of checkAnswers ? statuses : []) {
    const schema = declaration.answers[status];
    if (schema && typeof schema !== 'symbol') checks.set(status, compile(schema));
  }
  return (result) => {
    if (result instanceof StreamedReply) {
      const headers = { 'content-type': 'application/json; charset=utf-8', ...result.headers };
      const validate = headers['content-type'].startsWith('application/json') && checks.get(usual);
      return { status: usual, headers, body: validate ? checkedPieces(declaration, result.pieces, validate) : result.pieces };
    }
    const { body, status = usual, headers } = result instanceof Reply ? result : new Reply(result);
    const validate = checks.get(status);
    if (declaration.answers[status] === plainText)
      return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: String(body) };
    const text = declaration.answers[status] === empty ? '' : JSON.stringify(body ?? null);
    if (validate) checkText(declaration, text, validate);
    const type: Record<string, string> = text === '' ? {} : { 'content-type': 'application/json; charset=utf-8' };
    return { status, headers: { ...type, ...headers }, body: text };
  };
}

function checkText({ path }: RouteDeclaration, text: string, validate: ValidateFunction): void {
  if (!validate(JSON.parse(text)))
    throw new Error(`${path} answered what it does not declare: ${JSON.stringify(validate.errors)} ${text.slice(0, 500)}`);
}

/** Longer answers are not checked: they are too much to hold. */
const mostChecked = 1_000_000;

async function* checkedPieces(
  declaration: RouteDeclaration,
  pieces: AsyncIterable<string | Buffer>,
  validate: ValidateFunction,
): AsyncGenerator<string | Buffer> {
  let text = '';
  for await (const piece of pieces) {
    if (text.length <= mostChecked) text += piece.toString();
    yield piece;
  }
  if (text.length <= mostChecked) checkText(declaration, text, validate);
}
