import type { ReleasePlanShape } from '@signalbox/contracts';
import type { TestApp } from '@signalbox/testing';
import { featureEnvironmentPath } from '../../feature/strategy/strategy.fixture.ts';
import { milestonesFor } from '../template/template.fixture.ts';

export const plansPath = (featureName: string, environment = 'development') =>
  `${featureEnvironmentPath(featureName, environment)}/release-plans`;

/** Adds a release plan over HTTP. */
export async function postPlan(
  app: TestApp,
  featureName: string,
  input: object = {},
  environment = 'development',
): Promise<ReleasePlanShape> {
  const complete = 'templateId' in input ? input : { name: 'plan', milestones: milestonesFor(10, 50, 100), ...input };
  const { status, body } = await app.as(app.users.admin).post(plansPath(featureName, environment), complete);
  if (status !== 201) throw new Error(`adding a release plan returned ${status} ${JSON.stringify(body)}`);
  return body as ReleasePlanShape;
}

/** The path that starts a milestone of the plan, by its index. */
export const startPath = ({ id, featureName, environment, milestones }: ReleasePlanShape, index: number) =>
  `${plansPath(featureName, environment)}/${id}/milestones/${milestones[index]?.id}/start`;

export async function readPlan(app: TestApp, featureName: string, environment = 'development'): Promise<ReleasePlanShape> {
  const { body } = await app.as(app.users.viewer).get(featureEnvironmentPath(featureName, environment));
  return body.releasePlans?.[0] as ReleasePlanShape;
}
