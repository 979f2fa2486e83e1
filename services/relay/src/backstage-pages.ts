import type { ServerResponse } from 'node:http';
import { type OpenParts, type Readiness, sendJson } from '@signalbox/kit';
import type { Page } from './front/front.ts';
import type { Relay } from './relay.ts';
import { disabledEndpoints } from './setting/settings.ts';

/** Contents of the pages. */
interface Shown {
  readonly relay: Relay;
  /** The status that the upstream receives. */
  readonly instance: () => object;
  readonly usage: () => object;
}

const prefix = '/internal-backstage';

/** The pages for operators, at the paths of Unleash Edge. None of them contains a secret. */
export function backstagePages(parts: OpenParts, { relay, instance, usage }: Shown): Readonly<Record<string, Page>> {
  const json = (content: () => object): Page => {
    return (response) => sendJson(response, 200, JSON.stringify(content()));
  };
  const metrics: Page = async (response) => sendText(response, await parts.metrics());
  const ready: Page = async (response) => sendReadiness(response, await parts.readinessOf('delivery'));
  const closable: Readonly<Record<Exclude<keyof typeof disabledEndpoints, 'allFeatures'>, Page>> = {
    metrics,
    metricsbatch: json(usage),
    features: json(() => ({ revision: relay.state.revision, features: [...relay.state.features.values()] })),
    tokens: json(() => tokensOf(relay)),
    instancedata: json(instance),
  };
  const open = Object.entries(closable).filter(([name]) => !parts.settings.get(disabledEndpoints[name as keyof typeof closable]));
  const health = json(() => ({ status: 'OK' }));
  return {
    ...Object.fromEntries(open.map(([name, page]) => [`${prefix}/${name}`, page])),
    [`${prefix}/health`]: health,
    [`${prefix}/ready`]: ready,
    '/health': health,
    '/ready': ready,
  };
}

function tokensOf({ tokens, targets }: Relay): object {
  const shown = ({ name, type, projects, environment }: ReturnType<Relay['tokens']['list']>['tokens'][number]) => ({
    token: name,
    type,
    projects,
    environment,
  });
  return { token_refreshes: targets.tokens.map(({ state }) => shown(state)), token_validation_status: tokens.list().tokens.map(shown) };
}

function sendText(response: ServerResponse, text: string): void {
  response
    .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

function sendReadiness(response: ServerResponse, { state, reason }: Readiness): void {
  const isReady = state !== 'away';
  sendJson(response, isReady ? 200 : 503, JSON.stringify({ status: isReady ? 'READY' : 'NOT_READY', reason }));
}
