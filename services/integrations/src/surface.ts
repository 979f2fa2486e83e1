import { isIP } from 'node:net';
import { exchanges } from '@signalbox/contracts';
import { parse, setting, surface } from '@signalbox/kit';

function networks(value: string): string[] {
  const named = parse.list(value);
  const wrong = named.find((network) => !isNetwork(network));
  if (wrong !== undefined) throw new Error(`must be networks such as 10.8.0.0/16, separated by commas; got ${wrong}`);
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
  'Private networks that add-ons may send events to and that migrations may read from, also over HTTP; such as 10.8.0.0/16, separated by commas.',
);
export const integrationsTimeoutMs = setting(
  'INTEGRATIONS_TIMEOUT_MS',
  '10000',
  parse.integer(100, 30_000),
  'Response timeout of event receivers, in milliseconds.',
);
export const integrationsLogDays = setting('INTEGRATIONS_LOG_DAYS', '14', parse.integer(1, 3650), 'Days to keep the delivery log.');
export const slackApiUrl = setting(
  'SLACK_API_URL',
  'https://slack.com/api/',
  parse.url('http:', 'https:'),
  'URL where the App for Slack posts messages; GovSlack workspaces have another one.',
);

export const integrationsSurface = surface({
  name: 'integrations',
  paths: [{ prefix: '/api/admin/addons' }, { prefix: '/api/admin/migration/unleash' }],
  queues: [{ queue: 'integrations', kind: 'shared', bindings: [{ exchange: exchanges.events, pattern: '#' }] }],
  settings: [integrationsAllowedNetworks, integrationsTimeoutMs, integrationsLogDays, slackApiUrl],
  sections: [
    {
      name: 'Integrations',
      description: 'Add-ons that send events to webhooks, Slack, Microsoft Teams and Datadog.',
      paths: /^\/api\/admin\/addons(?:\/|$)/,
    },
    {
      name: 'Migration',
      description: 'Migration from a running Unleash.',
      paths: /^\/api\/admin\/migration\/unleash(?:\/|$)/,
    },
  ],
});
