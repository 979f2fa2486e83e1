import { tokenLookup } from '@signalbox/contracts';
import { type Opened, type OpenParts, sendJson } from '@signalbox/kit';
import product from '../package.json' with { type: 'json' };
import { openFront, type Page } from './front/open-front.ts';
import { Relay } from './relay.ts';
import { revalidationMs, timeoutMs, upstreamUrl } from './surface.ts';
import { Upstream } from './upstream/upstream.ts';

/** The relay of a process, as a source for delivery and as its public port. */
export interface OpenedRelay extends Opened {
  readonly relay: Relay;
}

const heartbeatMs = 2000;
/** Version of the client specification whose responses the relay reads. */
const clientSpec = '5.2.0';

/** Opens the relay, and delivery's hook for unknown tokens. */
export async function openRelay(parts: OpenParts): Promise<OpenedRelay> {
  const upstream = openUpstream(parts);
  const relay = new Relay(parts, upstream);
  parts.slot(tokenLookup).learn = (secrets) => relay.tokens.learn(secrets);
  parts.every(heartbeatMs, () => relay.beat());
  parts.every(parts.settings.get(revalidationMs), () => relay.revalidate());
  relay.start();
  return {
    relay,
    listener: openFront(parts, pagesOf(parts)),
    degraded: () => (relay.current ? null : 'The upstream does not respond, so features may be stale.'),
    async close() {
      await relay.close();
      upstream.close();
    },
  };
}

function openUpstream({ settings, id }: OpenParts): Upstream {
  const instance = id();
  return new Upstream({
    url: settings.get(upstreamUrl) ?? '',
    tokenHeader: 'authorization',
    timeoutMs: settings.get(timeoutMs),
    headers: {
      'user-agent': `signalbox-relay/${product.version}`,
      'unleash-appname': 'signalbox-relay',
      'unleash-instanceid': instance,
      'unleash-connection-id': instance,
      'unleash-sdk': `signalbox-relay:${product.version}`,
      'unleash-sdk-type': 'edge',
      'unleash-client-spec': clientSpec,
    },
    tls: {},
  });
}

function pagesOf(parts: OpenParts): Readonly<Record<string, Page>> {
  const health: Page = async (response) => sendJson(response, 200, '{"status":"OK"}');
  const ready: Page = async (response) => {
    const { state, reason } = await parts.readinessOf('delivery');
    sendJson(response, state === 'away' ? 503 : 200, JSON.stringify({ status: state === 'away' ? 'NOT_READY' : 'READY', reason }));
  };
  return { '/health': health, '/ready': ready, '/internal-backstage/health': health, '/internal-backstage/ready': ready };
}
