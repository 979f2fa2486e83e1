import type { TestApp } from '@signalbox/testing';

export const segments = '/api/admin/segments';

export const ofUsers = (...values: string[]) => ({ contextName: 'userId', operator: 'IN', values });

/** Creates a segment over HTTP and returns its id. */
export async function postSegment(app: TestApp, name: string, more: object = {}): Promise<number> {
  const { status, body } = await app.as(app.users.admin).post(segments, { name, constraints: [ofUsers('1')], ...more });
  if (status !== 201) throw new Error(`${name}: status ${status} ${JSON.stringify(body)}`);
  return body.id;
}
