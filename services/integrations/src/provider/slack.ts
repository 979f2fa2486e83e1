import { checkHeaderValue, customHeaders, readCustomHeaders } from './custom-headers.ts';
import { listed, sentenceOf, tagValues } from './message.ts';
import { featureEvents, slackAppEvents } from './offered-events.ts';
import { documentationUrl, type OutgoingRequest, type Provider, type SentEvent } from './provider.ts';

const tagTypes = [{ name: 'slack', description: 'The Slack channel to notify about the feature.', icon: 'S' }];

/** Escapes the three markup characters (Slack, "Escaping text"). */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const textOf = (event: SentEvent): string => sentenceOf(event, (text) => `*${escaped(text)}*`);

/** Maximum number of channels per event. */
const maxChannels = 10;

export const slack: Provider = {
  definition: {
    name: 'slack',
    displayName: 'Slack',
    description: 'Posts events to Slack channels through an incoming webhook.',
    documentationUrl,
    deprecated: 'Slack advises against incoming webhooks of this kind. Use the App for Slack.',
    parameters: [
      {
        name: 'url',
        displayName: 'Webhook URL',
        description: 'The URL of the incoming webhook.',
        placeholder: 'https://hooks.slack.com/services/...',
        type: 'url',
        required: true,
        sensitive: true,
      },
      {
        name: 'username',
        displayName: 'User name',
        description: 'The name to post as. Empty: Signalbox.',
        placeholder: 'Signalbox',
        type: 'text',
        required: false,
        sensitive: false,
      },
      {
        name: 'emojiIcon',
        displayName: 'Emoji',
        description: 'The emoji to post with. Empty: :vertical_traffic_light:.',
        placeholder: ':vertical_traffic_light:',
        type: 'text',
        required: false,
        sensitive: false,
      },
      {
        name: 'defaultChannel',
        displayName: 'Default channel',
        description: 'The channel for features without a tag of type slack.',
        type: 'text',
        required: true,
        sensitive: false,
      },
      customHeaders,
    ],
    events: featureEvents,
    tagTypes,
  },
  requestsOf(event, parameters) {
    const { url = '', username, emojiIcon, defaultChannel } = parameters;
    const tagged = tagValues(event, 'slack');
    const channels = tagged.length > 0 ? tagged : listed(defaultChannel);
    const headers = { 'content-type': 'application/json', ...readCustomHeaders(parameters) };
    const message = { username: username || 'Signalbox', icon_emoji: emojiIcon || ':vertical_traffic_light:', text: textOf(event) };
    return channels
      .slice(0, maxChannels)
      .map((channel) => ({ url, headers, body: JSON.stringify({ ...message, channel: `#${channel.replace(/^#/, '')}` }) }));
  },
};

/** Temporary errors of `chat.postMessage`; all others are caused by the request (Slack, "chat.postMessage", errors). */
const temporaryErrors = ['ratelimited', 'rate_limited', 'internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'];

export const slackApp: Provider = {
  definition: {
    name: 'slack-app',
    displayName: 'App for Slack',
    description: 'Posts events to Slack channels as an app in your workspace.',
    documentationUrl,
    howTo: 'Events of features with tags of type slack are posted to the channels in those tags, and to the channels listed here.',
    parameters: [
      {
        name: 'accessToken',
        displayName: 'Access token',
        description: 'The token of the app, with the scopes chat:write and chat:write.public.',
        type: 'text',
        required: true,
        sensitive: true,
      },
      {
        name: 'defaultChannels',
        displayName: 'Channels',
        description: 'Channels that receive all events, separated by commas.',
        type: 'text',
        required: false,
        sensitive: false,
      },
    ],
    events: slackAppEvents,
    tagTypes,
  },
  check: (parameters) => checkHeaderValue(parameters, 'accessToken'),
  requestsOf(event, { accessToken = '', defaultChannels }, { slackApiUrl }): OutgoingRequest[] {
    const channels = [...new Set([...listed(defaultChannels), ...tagValues(event, 'slack')])];
    const headers = { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${accessToken}` };
    const url = new URL('chat.postMessage', slackApiUrl).href;
    return channels.slice(0, maxChannels).map((channel) => ({ url, headers, body: JSON.stringify({ channel, text: textOf(event) }) }));
  },
  /** Slack answers 200 with the error in the body. */
  problemOf(body) {
    const { ok, error } = (body ?? {}) as { ok?: unknown; error?: unknown };
    if (ok === true) return null;
    const code = typeof error === 'string' ? error.slice(0, 100) : 'not ok';
    return { message: `Slack returned the error ${code}`, isTemporary: typeof error !== 'string' || temporaryErrors.includes(error) };
  },
};
