import { checkHeaderValue, customHeaders, readCustomHeaders } from './custom-headers.ts';
import { sentenceOf, titleOf } from './message.ts';
import { webhookEvents } from './offered-events.ts';
import { documentationUrl, type Provider, type SentEvent } from './provider.ts';
import { bodyTemplate, checkTemplate, fillTemplate, isTemplate } from './template.ts';

const defaultUrl = 'https://api.datadoghq.com/api/v1/events';

/** Datadog renders text between these marks as Markdown. */
const markdown = (event: SentEvent): string => `%%% \n ${sentenceOf(event, (text) => `**${text}**`)} \n %%% `;

export const datadog: Provider = {
  definition: {
    name: 'datadog',
    displayName: 'Datadog',
    description: 'Posts events to Datadog, alongside your metrics.',
    documentationUrl,
    parameters: [
      {
        name: 'url',
        displayName: 'Events URL',
        description: `URL to post events to. Empty: ${defaultUrl}.`,
        placeholder: defaultUrl,
        type: 'url',
        required: false,
        sensitive: false,
      },
      {
        name: 'apiKey',
        displayName: 'API key',
        description: 'Value of the DD-API-KEY header.',
        type: 'text',
        required: true,
        sensitive: true,
      },
      {
        name: 'sourceTypeName',
        displayName: 'Source type name',
        description: 'The source name of the events in Datadog.',
        type: 'text',
        required: false,
        sensitive: false,
      },
      customHeaders,
      { ...bodyTemplate, description: 'The text of the event, as a Mustache template of `event`. Empty: a sentence.' },
    ],
    events: webhookEvents,
    tagTypes: [{ name: 'datadog', description: 'A Datadog tag for events of the feature.', icon: 'D' }],
  },
  check(parameters) {
    checkHeaderValue(parameters, 'apiKey');
    checkTemplate(parameters['bodyTemplate']);
  },
  requestsOf(event, parameters) {
    const { url, apiKey = '', sourceTypeName, bodyTemplate: template } = parameters;
    const body = {
      title: titleOf(event.type),
      text: isTemplate(template) ? fillTemplate(template, event) : markdown(event),
      tags: event.tags.map(({ type, value }) => `${type}:${value}`),
      ...(sourceTypeName && { source_type_name: sourceTypeName }),
    };
    const headers = { 'content-type': 'application/json', 'dd-api-key': apiKey, ...readCustomHeaders(parameters) };
    return [{ url: url || defaultUrl, headers, body: JSON.stringify(body) }];
  },
};
