import { type Readiness, urlSettingOf } from '@signalbox/kit';
import { request } from 'undici';
import { type ForwardingParts, forwardTo } from '../http/forward.ts';
import type { PeerElsewhere } from './peers.ts';

const maxWaitMs = 1000;

/** Peers in other processes, by name. */
export function peersElsewhere(urls: ReadonlyMap<string, string>, parts: ForwardingParts): ReadonlyMap<string, PeerElsewhere> {
  return new Map([...urls].map(([service, url]) => [service, peerAt(service, url, parts)]));
}

const peerAt = (service: string, url: string, parts: ForwardingParts): PeerElsewhere => ({
  ...forwardTo(service, url, parts),
  readiness: () => readinessAt(service, url),
});

/** Readiness is public, so it contains the setting instead of the internal address. */
async function readinessAt(service: string, url: string): Promise<Readiness> {
  try {
    const answer = await request(`${url}/ready`, { reset: true, signal: AbortSignal.timeout(maxWaitMs) });
    const body = (await answer.body.json()) as { services?: Record<string, Readiness> };
    return (
      body.services?.[service] ?? {
        state: 'away',
        reason: `The address in ${urlSettingOf({ name: service }).name} belongs to another service.`,
      }
    );
  } catch {
    return { state: 'away', reason: `The service cannot be reached at the address in ${urlSettingOf({ name: service }).name}.` };
  }
}
