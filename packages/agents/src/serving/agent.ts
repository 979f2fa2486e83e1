import type { Listener } from '@signalbox/kit';

/** An agent, as the gateway finds it by its token. */
export interface FoundAgent {
  /** Of its token, which owns its budget and its plans. */
  readonly tokenId: number;
  /** Serves requests to services as the agent. */
  readonly listener: Listener;
}

/** The agent that sent a request. */
export interface CallingAgent extends FoundAgent {
  /** Public address of the server. */
  readonly baseUrl: string;
}
