import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { yieldToOthers } from '@signalbox/kit';
import type { Caller } from './credentials.ts';

/** The credential headers of an open stream, and its caller. */
interface Watched {
  readonly headers: IncomingHttpHeaders;
  /** Number of checks of all streams before this one opened. */
  readonly checks: number;
  caller: Caller | null;
}

type ReadCaller = (request: { readonly headers: IncomingHttpHeaders }) => Promise<Caller | null>;

const streamsAtOnce = 100;

/**
 * Open streams whose credential identity knows (sessions and tokens). Services never see the credential and resolve the caller once, so the
 * gateway ends these streams when the credential becomes invalid, or when its owner's role or groups change.
 */
export class CallerStreams {
  readonly #read: ReadCaller;
  readonly #open = new Map<ServerResponse, Watched>();
  #checks = 0;

  constructor(read: ReadCaller) {
    this.#read = read;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Starts before the caller is known. Returns a function that takes the caller. */
  watch({ authorization, cookie }: IncomingHttpHeaders, response: ServerResponse): (caller: Caller | null) => void {
    const headers = { ...(authorization !== undefined && { authorization }), ...(cookie !== undefined && { cookie }) };
    const watched: Watched = { headers, checks: this.#checks, caller: null };
    this.#open.set(response, watched);
    response.once('close', () => this.#open.delete(response));
    return (caller) => {
      watched.caller = caller;
      // A caller that was requested before a change may be outdated.
      if (watched.checks !== this.#checks) void this.#check(response, watched);
    };
  }

  /** Checks all credentials again, and ends the streams whose credential is no longer valid. */
  async checkAll(): Promise<void> {
    this.#checks += 1;
    for (const [index, [response, watched]] of [...this.#open].entries()) {
      await this.#check(response, watched);
      if (index % streamsAtOnce === streamsAtOnce - 1) await yieldToOthers();
    }
  }

  async #check(response: ServerResponse, { headers, caller }: Watched): Promise<void> {
    if (caller === null) return;
    const current = await this.#read({ headers }).catch(() => caller); // Streams stay open while identity is unavailable.
    if (current === null || signedPrincipalOf(current) !== signedPrincipalOf(caller)) end(response);
  }
}

/** The signed principal without its times of issue and expiry. */
function signedPrincipalOf({ principal }: Caller): string {
  const [, payload = ''] = principal.split('.');
  return JSON.stringify((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly principal: unknown }).principal);
}

/** Clients reconnect, and are authenticated again. */
function end(response: ServerResponse): void {
  if (response.headersSent) response.end();
  else response.destroy();
}
