import type { ReleaseTemplateShape } from '@signalbox/contracts';
import type { TestApp } from '@signalbox/testing';

export const templates = '/api/admin/release-plan-templates';

export const projectTemplates = (project: string) => `/api/admin/projects/${project}/release-templates`;

/** A gradual rollout for a share of users. */
export const rolloutTo = (share: number, more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(share), stickiness: 'userId' },
  ...more,
});

/** Milestones with one gradual rollout each. */
export const milestonesFor = (...shares: readonly number[]) =>
  shares.map((share) => ({ name: `${share} %`, strategies: [rolloutTo(share)] }));

/** Creates a template, of all projects unless another path is given. */
export async function postTemplate(app: TestApp, input: object, path = templates): Promise<ReleaseTemplateShape> {
  const { status, body } = await app
    .as(app.users.admin)
    .post(path, { name: crypto.randomUUID(), milestones: milestonesFor(10, 100), ...input });
  if (status !== 201) throw new Error(`creating a template returned ${status} ${JSON.stringify(body)}`);
  return body as ReleaseTemplateShape;
}
