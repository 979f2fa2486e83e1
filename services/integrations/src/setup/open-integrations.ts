import { cipherOf } from '@signalbox/cipher';
import type { Opened, OpenParts } from '@signalbox/kit';
import { openGuardedFetch } from '@signalbox/outbound';
import type { ParameterState } from '../addon/addon-parameters.ts';
import { Backlog } from '../log/backlog.ts';
import type { SenderState } from '../sending/send-events.ts';
import { Sender } from '../sending/sender.ts';
import { SentEvents } from '../sending/sent-events.ts';
import { integrationsAllowedNetworks, integrationsTimeoutMs, slackApiUrl } from '../surface.ts';

/** What integrations hold in memory: what connects to receivers, what secrets are read with, what is being sent. */
export async function openIntegrations(parts: OpenParts): Promise<Opened<ParameterState & SenderState & { readonly backlog: Backlog }>> {
  const { settings, now, random } = parts;
  const outbound = openGuardedFetch({
    networks: settings.get(integrationsAllowedNetworks),
    setting: integrationsAllowedNetworks.name,
    deadlineMs: settings.get(integrationsTimeoutMs),
  });
  const cipher = cipherOf('integrations', settings);
  const sent = new SentEvents(parts);
  const warn = (message: string, detail?: unknown) => parts.warn(message, detail);
  const sender = new Sender({ outbound, cipher, now, random, sent, warn, slackApiUrl: settings.get(slackApiUrl) });
  return {
    state: { cipher, outbound, sender, backlog: new Backlog(parts) },
    async close() {
      await sender.close();
      await outbound.close();
    },
  };
}
