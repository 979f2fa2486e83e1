import { checkHeaderValue, customHeaders, readCustomHeaders } from './custom-headers.ts';
import { webhookEvents } from './offered-events.ts';
import { documentationUrl, type Provider } from './provider.ts';
import { bodyTemplate, checkTemplate, fillTemplate, isTemplate } from './template.ts';

export const webhook: Provider = {
  definition: {
    name: 'webhook',
    displayName: 'Webhook',
    description: 'Sends events to a server of your own, signed if you wish.',
    documentationUrl,
    howTo: 'Each event is a POST to the URL. It is repeated until the server answers with a status of success, for some hours.',
    parameters: [
      {
        name: 'url',
        displayName: 'URL',
        description: 'Where events are sent.',
        placeholder: 'https://hooks.example.com/features',
        type: 'url',
        required: true,
        sensitive: true,
      },
      {
        name: 'contentType',
        displayName: 'Content type',
        description: 'What the body is. Empty: application/json.',
        placeholder: 'application/json',
        type: 'text',
        required: false,
        sensitive: false,
      },
      {
        name: 'authorization',
        displayName: 'Authorization',
        description: 'The header Authorization. Empty: none.',
        type: 'text',
        required: false,
        sensitive: true,
      },
      customHeaders,
      bodyTemplate,
    ],
    events: webhookEvents,
  },
  check(parameters) {
    checkHeaderValue(parameters, 'contentType');
    checkHeaderValue(parameters, 'authorization');
    checkTemplate(parameters['bodyTemplate']);
  },
  requestsOf(event, parameters) {
    const { url = '', contentType, authorization, bodyTemplate: template } = parameters;
    const headers = {
      'content-type': contentType || 'application/json',
      ...(authorization && { authorization }),
      ...readCustomHeaders(parameters),
    };
    return [{ url, headers, body: isTemplate(template) ? fillTemplate(template, event) : JSON.stringify(event) }];
  },
};
