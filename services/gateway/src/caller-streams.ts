import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { yieldToOthers } from '@signalbox/kit';
import type { Caller } from './credentials.ts';

/** What a stream was opened with. */
interface Watched {
  readonly headers: IncomingHttpHeaders;
  /** How often everybody had been looked at by then. */
  readonly looks: number;
  caller: Caller | null;
}

type ReadCaller = (request: { readonly headers: IncomingHttpHeaders }) => Promise<Caller | null>;

const streamsAtOnce = 100;

/**
 * Streams that were opened with a session or a token which identity knows. A service sees neither and learns who reads once, so they end
 * here: when the credential is not good any more, or good for somebody with another role or other groups.
 */
export class CallerStreams {
  readonly #read: ReadCaller;
  readonly #open = new Map<ServerResponse, Watched>();
  #looks = 0;

  constructor(read: ReadCaller) {
    this.#read = read;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Begins before it is known whose the credential is: answers what takes that in. */
  watch({ authorization, cookie }: IncomingHttpHeaders, response: ServerResponse): (caller: Caller | null) => void {
    const headers = { ...(authorization !== undefined && { authorization }), ...(cookie !== undefined && { cookie }) };
    const watched: Watched = { headers, looks: this.#looks, caller: null };
    this.#open.set(response, watched);
    response.once('close', () => this.#open.delete(response));
    return (caller) => {
      watched.caller = caller;
      // What was asked before something changed may be what no longer holds.
      if (watched.looks !== this.#looks) void this.#lookAt(response, watched);
    };
  }

  /** Looks at each credential again, and ends what has lost its own. */
  async look(): Promise<void> {
    this.#looks += 1;
    for (const [index, [response, watched]] of [...this.#open].entries()) {
      await this.#lookAt(response, watched);
      if (index % streamsAtOnce === streamsAtOnce - 1) await yieldToOthers();
    }
  }

  async #lookAt(response: ServerResponse, { headers, caller }: Watched): Promise<void> {
    if (caller === null) return;
    const current = await this.#read({ headers }).catch(() => caller); // While identity is away, who came in stays.
    if (current === null || whoIs(current) !== whoIs(caller)) end(response);
  }
}

/** What identity signs of them, without when and how long. */
function whoIs({ principal }: Caller): string {
  const [, payload = ''] = principal.split('.');
  return JSON.stringify((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly principal: unknown }).principal);
}

/** Readers know how to come back, and are asked then who they are. */
function end(response: ServerResponse): void {
  if (response.headersSent) response.end();
  else response.destroy();
}
