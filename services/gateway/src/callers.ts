import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FoundAgent } from '@signalbox/agents';
import {
  accessMarkHeader,
  browserCookie,
  browserHeader,
  clientAddressHeader,
  Failure,
  foreignOriginHeader,
  principalHeader,
  writeAccessMark,
} from '@signalbox/contracts';
import { type clientAddressReader, type Listener, type OpenParts, pathOf, type prefixFinder } from '@signalbox/kit';
import { type accessMarks, takeMark } from './access-marks.ts';
import type { CallerStreams } from './caller-streams.ts';
import { cookiesOf, type CredentialReader } from './credentials.ts';
import { foreignOriginOf } from './foreign-origin.ts';
import { refuse } from './refuse.ts';

/** Everything that turns requests into requests of a caller. */
export interface Callers {
  readonly parts: OpenParts;
  readonly credentials: CredentialReader;
  readonly streams: CallerStreams;
  readonly marks: ReturnType<typeof accessMarks>;
  readonly addressOf: ReturnType<typeof clientAddressReader>;
  readonly find: ReturnType<typeof prefixFinder>;
}

/** Replaces the credential with the signed principal and adds the caller's access mark. */
export async function authenticate(callers: Callers, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { streams, parts } = callers;
  const foreign = foreignOriginOf(request, parts.settings.baseUrl);
  if (foreign !== null) request.headers[foreignOriginHeader] = foreign;
  const noteReader = isStream(request) ? streams.watch(request.headers, response) : undefined;
  const current = await currentCaller(callers, request, foreign !== null);
  noteReader?.(current.caller);
  actAs(callers, current, request, response);
  const [browser] = cookiesOf(request.headers.cookie, browserCookie(parts.settings.secureCookies));
  if (browser !== undefined) request.headers[browserHeader] = browser;
  delete request.headers.authorization;
  delete request.headers.cookie;
}

function actAs({ marks }: Callers, { caller, mark }: Current, request: IncomingMessage, response: ServerResponse): void {
  if (caller) request.headers[principalHeader] = caller.principal;
  if (mark) request.headers[accessMarkHeader] = writeAccessMark(mark);
  takeMark(response, (text) => caller && marks.note(caller.holder, text));
}

type Current = Awaited<ReturnType<typeof currentCaller>>;

/** Returns the caller as of the caller's own last change of access, such as a step-up, even if this process was not notified of it yet. */
async function currentCaller({ credentials, marks }: Callers, request: IncomingMessage, isForeign: boolean) {
  const known = await credentials.read(request, isForeign);
  const mark = known ? await marks.of(known.holder) : undefined;
  const version = mark?.['access'] ?? 0;
  const isCurrent = !known || known.version >= version;
  return { caller: isCurrent ? known : await credentials.read(request, isForeign, version), mark };
}

/** The agent whose token a request has. It sends further requests to services as the agent, from the same address and with the same id. */
export async function findAgent(callers: Callers, request: IncomingMessage): Promise<FoundAgent | null> {
  const { credentials, marks, parts, find } = callers;
  const agent = await credentials.readAgent(request);
  if (!agent) return null;
  const { 'x-request-id': requestId } = request.headers;
  const given = { [clientAddressHeader]: callers.addressOf(request), 'x-request-id': requestId };
  const send = async (inner: IncomingMessage, response: ServerResponse) => {
    const upstream = parts.upstreams.get(find(pathOf(inner))?.service ?? '');
    if (!upstream) throw new Failure('NotFoundError', `There is no route ${pathOf(inner)}.`);
    const mark = await marks.of(agent.holder);
    Object.assign(inner.headers, given);
    actAs(callers, { caller: await credentials.readAgent(request, mark?.['access']), mark }, inner, response);
    upstream(inner, response);
  };
  const listener: Listener = (inner, response) =>
    void send(inner, response).catch((error: unknown) => refuse(inner, response, error, parts));
  return { tokenId: agent.agentToken, listener };
}

const isStream = ({ headers }: IncomingMessage): boolean => headers.accept?.includes('text/event-stream') ?? false;
