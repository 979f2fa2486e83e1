import type { TestApp } from '@signalbox/testing';

/** Makes features of the default project depend on others, as `child: parent`. */
export async function postDependencies(app: TestApp, parents: Readonly<Record<string, string>>): Promise<void> {
  for (const [child, feature] of Object.entries(parents)) {
    const { status, body } = await app.as(app.users.admin).post(dependenciesOf(child), { feature });
    if (status !== 200) throw new Error(`${child} on ${feature} was answered ${status} ${JSON.stringify(body)}`);
  }
}

/** Where the dependencies of a feature are administered. */
export const dependenciesOf = (featureName: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${featureName}/dependencies`;
