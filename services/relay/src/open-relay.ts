import { connectedRelays, stateKeys, tokenLookup, type TokensSeen } from '@signalbox/contracts';
import { hourMs, type Opened, type OpenParts } from '@signalbox/kit';
import product from '../package.json' with { type: 'json' };
import { readEdgeBackup } from './backup/edge-backup.ts';
import { backstagePages } from './backstage-pages.ts';
import { Front } from './front/front.ts';
import { BootstrapFile } from './offline/bootstrap-file.ts';
import { Relay } from './relay.ts';
import { reportMetrics } from './report-metrics.ts';
import { appName, bootstrapFile, instanceId, metricsMs, refreshMs, region, reloadMs, revalidationMs } from './setting/settings.ts';
import { openUpstream } from './upstream/open-upstream.ts';
import type { Upstream } from './upstream/upstream.ts';
import { instanceData } from './usage/instance-data.ts';
import { UsageReporter } from './usage/usage-reporter.ts';

/** The relay of a process, as a source for delivery and as its public port. */
export interface OpenedRelay extends Opened<UsageReporter> {
  readonly relay: Relay;
}

const heartbeatMs = 2000;

/** Opens the relay, and delivery's hook for unknown tokens. */
export async function openRelay(parts: OpenParts): Promise<OpenedRelay> {
  const { settings, dataDir } = parts;
  const instance = {
    id: settings.get(instanceId) || parts.id(),
    appName: settings.get(appName),
    version: product.version,
    region: settings.get(region),
    started: parts.now(),
  };
  const path = settings.get(bootstrapFile);
  const upstream = path === null ? await openUpstream(settings, instance.id, product.version) : new BootstrapFile(path);
  const relay = new Relay(parts, upstream, path === null ? settings.get(refreshMs) : settings.get(reloadMs) || 24 * hourMs);
  const usage = new UsageReporter({
    upstream,
    tokens: () => relay.targets.tokens,
    takesHashes: () => relay.targets.streamed,
    settings,
    warn: (message, detail) => parts.warn(message, detail),
  });
  await usage.open();
  await parts.listen(
    stateKeys.tokensSeen,
    (body) => usage.noteTokens((body as TokensSeen).hashes),
    () => undefined,
  );
  const backup = await readEdgeBackup(dataDir, (what, problem) => parts.warn(`the ${what} of the backup cannot be used: ${problem}`));
  if (backup) relay.restore(backup);
  const relays = parts.slot(connectedRelays);
  const status = () => instanceData(instance, { traffic: front.traffic, revisions: relay.targets.revisions, relays: relays.list() });
  const front = new Front(parts, backstagePages(parts, { relay, instance: status, usage: () => usage.list() }));
  parts.slot(tokenLookup).learn = (secrets) => relay.tokens.learn(secrets);
  reportMetrics(parts, relay, usage);
  parts.every(heartbeatMs, () => relay.beat());
  parts.every(settings.get(revalidationMs), () => relay.revalidate());
  parts.every(settings.get(metricsMs), () => usage.send());
  parts.every(settings.get(metricsMs), () => reportInstance(upstream, relay, front, status));
  relay.start();
  return {
    relay,
    state: usage,
    listener: front.listener,
    degraded: () => (relay.current ? null : 'The upstream does not respond, so features may be stale.'),
    async close() {
      await usage.send();
      await relay.close();
      upstream.close();
    },
  };
}

/** Only the upstream's operators read this status, so a failure has no effect. */
async function reportInstance(upstream: Pick<Upstream, 'send'>, { targets }: Relay, front: Front, status: () => object): Promise<void> {
  const [token] = targets.tokens;
  const body = JSON.stringify(status());
  front.traffic.requests = 0;
  if (token) await upstream.send({ method: 'POST', path: '/api/client/metrics/edge', token: token.secret, body }).catch(() => undefined);
}
