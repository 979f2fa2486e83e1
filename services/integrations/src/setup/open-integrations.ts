import { cipherOf } from '@signalbox/cipher';
import type { Opened, OpenParts } from '@signalbox/kit';
import { openGuardedFetch } from '@signalbox/outbound';
import { type MigrationState, sourceMs } from '../migration/migrate-unleash.ts';
import type { ParameterState } from '../addon/addon-parameters.ts';
import { reportBacklog } from '../log/backlog.ts';
import type { SenderState } from '../sending/send-events.ts';
import { Sender } from '../sending/sender.ts';
import { SentEvents } from '../sending/sent-events.ts';
import { integrationsAllowedNetworks, integrationsTimeoutMs, slackApiUrl } from '../surface.ts';

/** Allowance for recording an attempt. */
const spareMs = 10_000;

/** An export of a thousand features. */
const maxSourceBytes = 64 * 1024 * 1024;

/** State of the service in memory. */
export type Integrations = ParameterState & SenderState & MigrationState;

/** Opens the in-memory state of integrations: HTTP client, cipher and sender. */
export async function openIntegrations(parts: OpenParts): Promise<Opened<Integrations>> {
  const { settings, now, random } = parts;
  reportBacklog(parts);
  const attemptMs = settings.get(integrationsTimeoutMs);
  const rules = { networks: settings.get(integrationsAllowedNetworks), setting: integrationsAllowedNetworks.name, proxy: settings };
  const outbound = openGuardedFetch({ ...rules, deadlineMs: attemptMs });
  const sources = openGuardedFetch({ ...rules, deadlineMs: sourceMs, maxBytes: maxSourceBytes });
  const cipher = cipherOf('integrations', settings);
  const sent = new SentEvents(parts);
  const warn = (message: string, detail?: unknown) => parts.warn(message, detail);
  // The last request of an attempt may start just before the time limit, and has the same limit itself.
  const leaseMs = 2 * attemptMs + spareMs;
  const sending = { outbound, now, slackApiUrl: settings.get(slackApiUrl), attemptMs };
  const sender = new Sender({ ...sending, cipher, random, leaseMs, sent, warn });
  return {
    state: { cipher, outbound, sender, sources, running: { migration: null } },
    async close() {
      await sender.close();
      await outbound.close();
      await sources.close();
    },
  };
}
