import { readSettings } from '@signalbox/kit';
import { environmentOf, readCommand } from '@signalbox/relay/arguments';
import { openRelayProcess, relaySurfaces } from '@signalbox/standalone/relay';
import { type Answer, type Client, openClient, testEnvironment } from '@signalbox/testing';
import { Agent } from 'undici';

/** A relay in this process. */
export interface RelayApp {
  readonly url: string;
  /** Calls the relay with a token; null sends none. */
  readonly application: (token: string | null, headers?: Record<string, string>) => Client;
  close(): Promise<void>;
}

/** Starts a relay of the upstream, with settings by their environment names. */
export const openRelayApp = (upstream: string, settings: Readonly<Record<string, string>> = {}): Promise<RelayApp> =>
  openRelayWith(['edge', '--upstream-url', upstream], settings);

/** Starts a relay with these arguments. */
export async function openRelayWith(words: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<RelayApp> {
  const own = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: testEnvironment.logLevel };
  const command = readCommand(words);
  const relay = await openRelayProcess(readSettings(environmentOf(command, { ...own, ...settings }), relaySurfaces), command.name);
  const url = `http://127.0.0.1:${relay.port}`;
  const agent = new Agent();
  return {
    url,
    application: (token, headers = {}) =>
      openClient(url, agent, () => ({ ...(token === null ? {} : { authorization: token }), ...headers })),
    async close() {
      await agent.destroy();
      await relay.close();
    },
  };
}

/** Newest version of the client specification. */
export const separateSegments = { 'unleash-client-spec': '5.2.0' };

/** The features and segments of a response, without the properties that each server counts for itself. */
export function contentOf({ status, body }: Answer): unknown {
  const { meta: _, ...content } = body as { readonly meta: unknown };
  return { status, ...content };
}
