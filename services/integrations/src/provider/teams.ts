import { customHeaders, readCustomHeaders } from './custom-headers.ts';
import { sentenceOf, titleOf } from './message.ts';
import { webhookEvents } from './offered-events.ts';
import { documentationUrl, type Provider } from './provider.ts';

/** A message card (Microsoft, "Legacy actionable message card reference"). */
export const teams: Provider = {
  definition: {
    name: 'teams',
    displayName: 'Microsoft Teams',
    description: 'Posts events to a Microsoft Teams channel.',
    documentationUrl,
    parameters: [
      {
        name: 'url',
        displayName: 'Webhook URL',
        description: 'The URL of the channel’s incoming webhook.',
        type: 'url',
        required: true,
        sensitive: true,
      },
      customHeaders,
    ],
    events: webhookEvents,
  },
  requestsOf(event, parameters) {
    const facts = [
      { name: 'User', value: event.createdBy },
      { name: 'Action', value: event.type },
      { name: 'Project', value: event.project ?? '' },
      { name: 'Environment', value: event.environment ?? '' },
    ].filter(({ value }) => value !== '');
    const card = {
      '@type': 'MessageCard',
      '@context': 'https://schema.org/extensions',
      themeColor: '0076D7',
      summary: titleOf(event.type),
      sections: [{ activityTitle: sentenceOf(event, (text) => `**${text}**`), facts }],
    };
    const headers = { 'content-type': 'application/json', ...readCustomHeaders(parameters) };
    return [{ url: parameters['url'] ?? '', headers, body: JSON.stringify(card) }];
  },
};
