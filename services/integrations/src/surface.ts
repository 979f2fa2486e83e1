import { isIP } from 'node:net';
import { exchanges } from '@signalbox/contracts';
import { parse, setting, surface } from '@signalbox/kit';

function networks(value: string): string[] {
  const named = parse.list(value);
  const wrong = named.find((network) => !isNetwork(network));
  if (wrong !== undefined) throw new Error(`must be networks like 10.8.0.0/16, separated by commas; ${wrong} is none`);
  return named;
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  const family = isIP(address);
  return family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

export const integrationsAllowedNetworks = setting(
  'INTEGRATIONS_ALLOWED_NETWORKS',
  '',
  networks,
  'Networks that add-ons may send events to though their addresses are not public, over HTTP too; like 10.8.0.0/16, separated by commas.',
);
export const integrationsTimeoutMs = setting(
  'INTEGRATIONS_TIMEOUT_MS',
  '10000',
  parse.integer(100, 30_000),
  'How long a receiver of events may take to answer, in milliseconds.',
);
export const integrationsLogDays = setting(
  'INTEGRATIONS_LOG_DAYS',
  '14',
  parse.integer(1, 3650),
  'Days after which it is forgotten how an event was delivered to a receiver, or that it was not.',
);
export const slackApiUrl = setting(
  'SLACK_API_URL',
  'https://slack.com/api/',
  parse.url('http:', 'https:'),
  'Where the App for Slack posts messages; a workspace of the government of the USA has another address.',
);

/** What others know of integrations. */
export const integrationsSurface = surface({
  name: 'integrations',
  paths: [{ prefix: '/api/admin/addons' }],
  queues: [{ queue: 'integrations', kind: 'shared', bindings: [{ exchange: exchanges.events, pattern: '#' }] }],
  settings: [integrationsAllowedNetworks, integrationsTimeoutMs, integrationsLogDays, slackApiUrl],
  chapters: [
    {
      name: 'Integrations',
      description: 'Where events are sent: webhooks, Slack, Microsoft Teams, Datadog.',
      paths: /^\/api\/admin\/addons(?:\/|$)/,
    },
  ],
});
