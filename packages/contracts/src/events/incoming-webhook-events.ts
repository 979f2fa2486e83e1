import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { planEvent } from './define-event.ts';
import { Withheld } from './masked.ts';

// Owned by identity: an incoming webhook is one more credential with which the outside may come in.

const IncomingWebhook = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: nullable(Type.String()),
  enabled: Type.Boolean(),
});

const IncomingWebhookToken = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  incomingWebhookId: Type.Integer(),
  token: Withheld,
});

export const incomingWebhookCreated = planEvent('identity', 'incoming-webhook-created', {
  when: 'an address is opened to which others may report',
  data: IncomingWebhook,
});

export const incomingWebhookUpdated = planEvent('identity', 'incoming-webhook-updated', {
  when: 'an incoming webhook is changed, opened or closed',
  data: IncomingWebhook,
  preData: IncomingWebhook,
});

export const incomingWebhookDeleted = planEvent('identity', 'incoming-webhook-deleted', {
  when: 'an incoming webhook is deleted with its tokens',
  preData: IncomingWebhook,
});

export const incomingWebhookTokenCreated = planEvent('identity', 'incoming-webhook-token-created', {
  when: 'a token of an incoming webhook is issued',
  data: IncomingWebhookToken,
});

export const incomingWebhookTokenUpdated = planEvent('identity', 'incoming-webhook-token-updated', {
  when: 'a token of an incoming webhook is renamed',
  data: IncomingWebhookToken,
  preData: IncomingWebhookToken,
});

export const incomingWebhookTokenDeleted = planEvent('identity', 'incoming-webhook-token-deleted', {
  when: 'a token of an incoming webhook is revoked',
  preData: IncomingWebhookToken,
});
