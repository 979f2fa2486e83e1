import { deepEqual, equal, throws } from 'node:assert/strict';
import type { Parameters, SentEvent } from './provider.ts';
import { findProvider } from './providers.ts';

const event: SentEvent = {
  id: 7,
  type: 'feature-environment-enabled',
  createdBy: 'alice',
  createdByUserId: 7,
  createdAt: '2026-03-01T00:00:00.000Z',
  project: 'shop',
  environment: 'production',
  featureName: 'a<b&c',
  data: null,
  preData: null,
  tags: [
    { type: 'slack', value: 'releases' },
    { type: 'simple', value: 'blue' },
  ],
};
const untagged = { ...event, tags: [] };

describe('providers', () => {
  const requests = (provider: string, parameters: Parameters, of: SentEvent = event) =>
    findProvider(provider)
      .requestsOf(of, parameters, { slackApiUrl: 'https://slack.example/api/' })
      .map(({ url, headers, body }) => ({ url, headers, body: JSON.parse(body) as unknown }));
  const url = 'https://receiver.example/';
  const json = { 'content-type': 'application/json' };

  it('Slack posts to the channels of the tags, or to the default channel', () => {
    const parameters = { url, defaultChannel: 'general', customHeaders: '{"X-Team":"a"}' };
    const text = '*alice* · Feature environment enabled: *a&lt;b&amp;c* (project *shop*, environment *production*)';
    const message = { username: 'Signalbox', icon_emoji: ':vertical_traffic_light:', text };
    const headers = { ...json, 'x-team': 'a' };
    deepEqual(requests('slack', parameters), [{ url, headers, body: { ...message, channel: '#releases' } }]);
    deepEqual(requests('slack', { ...parameters, username: 'bot', emojiIcon: ':bell:' }, untagged), [
      { url, headers, body: { username: 'bot', icon_emoji: ':bell:', text, channel: '#general' } },
    ]);
  });

  it('the App for Slack posts to all its channels and those of the tags, at most ten', () => {
    const [first, ...rest] = requests('slack-app', { accessToken: 'xoxb-1', defaultChannels: 'ops, releases' });
    equal(first?.url, 'https://slack.example/api/chat.postMessage');
    equal(first.headers['authorization'], 'Bearer xoxb-1');
    deepEqual(
      [first, ...rest].map(({ body }) => (body as { channel: string }).channel),
      ['ops', 'releases'],
    );
    const many = Array.from({ length: 30 }, (_, index) => `c${index}`).join();
    equal(requests('slack-app', { accessToken: 'x', defaultChannels: many }).length, 10);
    equal(requests('slack-app', { accessToken: 'x' }, untagged).length, 0);
  });

  it('the App for Slack reports an error in a response with status 200', () => {
    const { problemOf } = findProvider('slack-app');
    deepEqual(
      [{ ok: true }, ...['channel_not_found', 'ratelimited'].map((error) => ({ ok: false, error })), null, 'x'].map((body) =>
        problemOf?.(body),
      ),
      [
        null,
        { message: 'Slack returned the error channel_not_found', isTemporary: false },
        { message: 'Slack returned the error ratelimited', isTemporary: true },
        { message: 'Slack returned the error not ok', isTemporary: true },
        { message: 'Slack returned the error not ok', isTemporary: true },
      ],
    );
  });

  it('Teams posts message cards', () => {
    deepEqual(requests('teams', { url }), [
      {
        url,
        headers: json,
        body: {
          '@type': 'MessageCard',
          '@context': 'https://schema.org/extensions',
          themeColor: '0076D7',
          summary: 'Feature environment enabled',
          sections: [
            {
              activityTitle: '**alice** · Feature environment enabled: **a<b&c** (project **shop**, environment **production**)',
              facts: [
                { name: 'User', value: 'alice' },
                { name: 'Action', value: 'feature-environment-enabled' },
                { name: 'Project', value: 'shop' },
                { name: 'Environment', value: 'production' },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('the workflow for Teams posts adaptive cards, with custom headers', () => {
    deepEqual(requests('teamsworkflow', { url, customHeaders: '{"X-Team":"a"}' }, { ...event, environment: null }), [
      {
        url,
        headers: { ...json, 'x-team': 'a' },
        body: {
          type: 'message',
          attachments: [
            {
              contentType: 'application/vnd.microsoft.card.adaptive',
              contentUrl: null,
              content: {
                $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
                type: 'AdaptiveCard',
                version: '1.4',
                body: [
                  { type: 'TextBlock', text: '**alice** · Feature environment enabled: **a<b&c** (project **shop**)', wrap: true },
                  {
                    type: 'FactSet',
                    facts: [
                      { title: 'User', value: 'alice' },
                      { title: 'Action', value: 'feature-environment-enabled' },
                      { title: 'Project', value: 'shop' },
                    ],
                  },
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  it('Datadog posts events with the tags of the feature', () => {
    const [request] = requests('datadog', { apiKey: 'key', sourceTypeName: 'signalbox', bodyTemplate: '{{event.project}}' });
    deepEqual(request, {
      url: 'https://api.datadoghq.com/api/v1/events',
      headers: { ...json, 'dd-api-key': 'key' },
      body: { title: 'Feature environment enabled', text: 'shop', tags: ['slack:releases', 'simple:blue'], source_type_name: 'signalbox' },
    });
    const [plain] = requests('datadog', { apiKey: 'key', url });
    equal(plain?.url, url);
    equal((plain.body as { text: string }).text.startsWith('%%% \n **alice**'), true);
  });

  it('an unknown provider is refused', () => {
    throws(() => findProvider('pager'), { name: 'BadDataError' });
  });
});
