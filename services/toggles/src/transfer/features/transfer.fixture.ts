import { deepEqual, equal } from 'node:assert/strict';
import type { Envelope } from '@signalbox/contracts';
import type { Answer, TestApp } from '@signalbox/testing';

export const importPath = '/api/admin/features-batch/import';
export const validatePath = '/api/admin/features-batch/validate';
export const exportPath = '/api/admin/features-batch/export';

/** An import into the development environment of the default project. */
export const envelope = (data: Readonly<Record<string, unknown>>, target: Readonly<Record<string, unknown>> = {}) => ({
  project: 'default',
  environment: 'development',
  data: { features: [], featureStrategies: [], ...data },
  ...target,
});

export const rollout = (featureName: string, more: Readonly<Record<string, unknown>> = {}) => ({
  featureName,
  name: 'flexibleRollout',
  parameters: { rollout: '50', stickiness: 'default', groupId: featureName },
  ...more,
});

/** The events by type and feature, if any. */
export const outline = (events: readonly Envelope['data'][]) =>
  events.map(({ type, featureName }) => (featureName === null ? type : `${type} ${featureName}`));

export async function importAs(app: TestApp, body: unknown, who = app.users.editor): Promise<Answer> {
  return app.as(who).post(importPath, body);
}

export type Refusal = readonly [status: number, name: string, message: RegExp];

/** Asserts that the import fails with the refusal and changes nothing. */
export async function refuses(app: TestApp, body: unknown, [status, name, message]: Refusal, who = app.users.editor) {
  const events = await app.eventsOf('toggles', async () => {
    const answer = await importAs(app, body, who);
    deepEqual([answer.status, answer.body.name], [status, name], JSON.stringify(answer.body));
    equal(message.test(answer.body.message), true, answer.body.message);
  });
  deepEqual(events, []);
}

export async function exported(app: TestApp, choice: Readonly<Record<string, unknown>>) {
  const { status, body } = await app.as(app.users.viewer).post(exportPath, { environment: 'development', ...choice });
  equal(status, 200, JSON.stringify(body));
  return body;
}
