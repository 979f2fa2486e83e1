import { Type } from 'typebox';
import { DateTime } from '../shapes.ts';
import { planEvent } from './define-event.ts';

const appName = { appName: Type.String() };

export const applicationCreated = planEvent('delivery', 'application-created', {
  when: 'an application registers for the first time',
  data: Type.Object(appName),
});

export const clientRegister = planEvent('delivery', 'client-register', {
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

export const clientMetrics = planEvent('delivery', 'client-metrics', {
  when: 'never: usage counts travel on an exchange of their own and are no facts',
  scope: ['environment?'],
  data: Type.Object({ ...appName, instanceId: Type.String() }),
});

export const dbPoolUpdate = planEvent('toggles', 'db-pool-update', {
  when: 'never: figures of the database pool are metrics, not facts',
});
