import type { TestApp } from '@signalbox/testing';

/** Creates dependencies in the default project, as `child: parent`. */
export async function postDependencies(app: TestApp, parents: Readonly<Record<string, string>>): Promise<void> {
  for (const [child, feature] of Object.entries(parents)) {
    const { status, body } = await app.as(app.users.admin).post(dependenciesOf(child), { feature });
    if (status !== 200) throw new Error(`${child} on ${feature}: status ${status} ${JSON.stringify(body)}`);
  }
}

/** The path of a feature's dependencies. */
export const dependenciesOf = (featureName: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${featureName}/dependencies`;
