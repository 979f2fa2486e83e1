import type { OutboundState } from '@signalbox/outbound';

export type Outbound = OutboundState['outbound'];

/** The response of an address of the identity provider, or why there is none, in words. */
export async function reachProvider(outbound: Outbound, url: string, what: string, accept: string): Promise<Response | string> {
  try {
    return await outbound.fetch(url, { headers: { accept } });
  } catch (error) {
    const { message, cause } = error as Error;
    return `${what} (${url}) cannot be fetched: ${cause instanceof Error ? cause.message : message}`;
  }
}

export const describeStatus = (what: string, url: string, { status }: Response): string =>
  `${what} (${url}) was answered with status ${status}.`;
