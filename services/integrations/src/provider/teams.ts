import { customHeaders, readCustomHeaders } from './custom-headers.ts';
import { sentenceOf, titleOf } from './message.ts';
import { webhookEvents } from './offered-events.ts';
import { documentationUrl, type Parameters, type Provider, type SentEvent } from './provider.ts';

const webhookUrl = {
  name: 'url',
  displayName: 'Webhook URL',
  description: 'The URL of the channel’s incoming webhook.',
  type: 'url',
  required: true,
  sensitive: true,
} as const;

/** A message card (Microsoft, "Legacy actionable message card reference"). */
export const teams: Provider = {
  definition: {
    name: 'teams',
    displayName: 'Microsoft Teams',
    description: 'Posts events to a Microsoft Teams channel.',
    documentationUrl,
    parameters: [webhookUrl, customHeaders],
    events: webhookEvents,
  },
  requestsOf(event, parameters) {
    const card = {
      '@type': 'MessageCard',
      '@context': 'https://schema.org/extensions',
      themeColor: '0076D7',
      summary: titleOf(event.type),
      sections: [{ activityTitle: sentenceOf(event, bold), facts: factsOf(event) }],
    };
    return [requestWith(card, parameters)];
  },
};

/** An adaptive card for the trigger "When a Teams webhook request is received" (Microsoft, "Create incoming webhooks with Workflows"). */
export const teamsWorkflow: Provider = {
  definition: {
    ...teams.definition,
    name: 'teamsworkflow',
    displayName: 'Microsoft Teams - Workflow',
    description: 'Posts events to Microsoft Teams through a workflow.',
    parameters: [{ ...webhookUrl, description: 'The URL of the workflow’s webhook.' }, customHeaders],
  },
  requestsOf(event, parameters) {
    const facts = factsOf(event).map(({ name, value }) => ({ title: name, value }));
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [
        { type: 'TextBlock', text: sentenceOf(event, bold), wrap: true },
        { type: 'FactSet', facts },
      ],
    };
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }];
    return [requestWith({ type: 'message', attachments }, parameters)];
  },
};

const bold = (text: string): string => `**${text}**`;

const factsOf = (event: SentEvent): { name: string; value: string }[] =>
  [
    { name: 'User', value: event.createdBy },
    { name: 'Action', value: event.type },
    { name: 'Project', value: event.project ?? '' },
    { name: 'Environment', value: event.environment ?? '' },
  ].filter(({ value }) => value !== '');

function requestWith(body: object, parameters: Parameters) {
  const headers = { 'content-type': 'application/json', ...readCustomHeaders(parameters) };
  return { url: parameters['url'] ?? '', headers, body: JSON.stringify(body) };
}
