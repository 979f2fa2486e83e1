import { Type } from 'typebox';
import { DateTime } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

const appName = { appName: Type.String() };

export const applicationCreated = defineEvent('delivery', 'application-created', {
  when: 'an application registers for the first time',
  data: Type.Object(appName),
});

export const clientRegister = defineEvent('delivery', 'client-register', {
  when: 'an instance of an application registers',
  scope: ['environment?'],
  data: Type.Object({
    ...appName,
    instanceId: Type.String(),
    sdkVersion: Type.Optional(Type.String()),
    strategies: Type.Array(Type.String()),
    started: DateTime,
    interval: Type.Number(),
  }),
});

export const clientMetrics = defineEvent('delivery', 'client-metrics', {
  when: 'never: usage counts travel on an exchange of their own and are no facts',
  scope: ['environment?'],
  data: Type.Object({ ...appName, instanceId: Type.String() }),
});

export const dbPoolUpdate = defineEvent('toggles', 'db-pool-update', {
  when: 'never: figures of the database pool are metrics, not facts',
});
