import { cipherOf } from '@signalbox/cipher';
import type { Opened, OpenParts } from '@signalbox/kit';
import { openGuardedFetch } from '@signalbox/outbound';
import type { ParameterState } from '../addon/addon-parameters.ts';
import { Backlog } from '../log/backlog.ts';
import type { SenderState } from '../sending/send-events.ts';
import { Sender } from '../sending/sender.ts';
import { SentEvents } from '../sending/sent-events.ts';
import { integrationsAllowedNetworks, integrationsTimeoutMs, slackApiUrl } from '../surface.ts';

/** Allowance for recording an attempt. */
const spareMs = 10_000;

/** Opens the in-memory state of integrations: HTTP client, cipher, sender and backlog. */
export async function openIntegrations(parts: OpenParts): Promise<Opened<ParameterState & SenderState & { readonly backlog: Backlog }>> {
  const { settings, now, random } = parts;
  const attemptMs = settings.get(integrationsTimeoutMs);
  const outbound = openGuardedFetch({
    networks: settings.get(integrationsAllowedNetworks),
    setting: integrationsAllowedNetworks.name,
    deadlineMs: attemptMs,
  });
  const cipher = cipherOf('integrations', settings);
  const sent = new SentEvents(parts);
  const warn = (message: string, detail?: unknown) => parts.warn(message, detail);
  // The last request of an attempt may start just before the time limit, and has the same limit itself.
  const leaseMs = 2 * attemptMs + spareMs;
  const sending = { outbound, now, slackApiUrl: settings.get(slackApiUrl), attemptMs };
  const sender = new Sender({ ...sending, cipher, random, leaseMs, sent, warn });
  return {
    state: { cipher, outbound, sender, backlog: new Backlog(parts) },
    async close() {
      await sender.close();
      await outbound.close();
    },
  };
}
