import { checkHeaderValue, customHeaders, readCustomHeaders } from './custom-headers.ts';
import { webhookEvents } from './offered-events.ts';
import { documentationUrl, type Provider } from './provider.ts';
import { bodyTemplate, checkTemplate, fillTemplate, isTemplate } from './template.ts';

export const webhook: Provider = {
  definition: {
    name: 'webhook',
    displayName: 'Webhook',
    description: 'Sends events to your own server, optionally signed.',
    documentationUrl,
    howTo: 'Each event is sent as a POST request and retried for several hours until the server returns a success status.',
    parameters: [
      {
        name: 'url',
        displayName: 'URL',
        description: 'URL to send events to.',
        placeholder: 'https://hooks.example.com/features',
        type: 'url',
        required: true,
        sensitive: true,
      },
      {
        name: 'contentType',
        displayName: 'Content type',
        description: 'The content type of the body. Empty: application/json.',
        placeholder: 'application/json',
        type: 'text',
        required: false,
        sensitive: false,
      },
      {
        name: 'authorization',
        displayName: 'Authorization',
        description: 'Value of the Authorization header. Empty: none.',
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
