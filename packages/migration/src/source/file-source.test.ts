import { deepEqual, rejects } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileSource } from './file-source.ts';

const feature = { name: 'a', project: 'shop', type: 'release', stale: false };

describe('a file as the source of a migration', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'migration-'));
  });
  after(() => rm(folder, { recursive: true }));
  const read = async (content: object) => {
    const path = join(folder, 'export.json');
    // Windows PowerShell begins files with a byte order mark.
    await writeFile(path, `\ufeff${JSON.stringify(content)}`);
    return openFileSource(path).read();
  };

  it('may be an exported state of all environments', async () => {
    const { features, projects } = await read({
      version: 4,
      projects: [{ id: 'shop', name: 'Shop', environments: ['development', 'production'] }],
      features: [feature],
      featureEnvironments: ['development', 'production'].map((environment) => ({ featureName: 'a', environment, enabled: true })),
      featureStrategies: [
        { id: '2', featureName: 'a', environment: 'production', name: 'second', sortOrder: 1 },
        { id: '1', featureName: 'a', environment: 'production', name: 'first', sortOrder: 0 },
      ],
      featureStrategySegments: [{ featureStrategyId: '1', segmentId: 7 }],
      featureTags: [{ featureName: 'a', tagType: 'team', tagValue: 'blue' }],
    });
    deepEqual(
      projects.map(({ id, name, environments }) => [id, name, environments]),
      [['shop', 'Shop', ['development', 'production']]],
    );
    deepEqual(
      features[0]?.environments.map(({ environment, strategies }) => [
        environment,
        strategies.map(({ name, segments }) => [name, segments]),
      ]),
      [
        ['development', []],
        [
          'production',
          [
            ['first', [7]],
            ['second', []],
          ],
        ],
      ],
    );
    deepEqual(features[0]?.tags, [{ type: 'team', value: 'blue' }]);
  });

  it('may be an export of features from one environment', async () => {
    const { features, environments, projects } = await read({
      features: [feature],
      featureEnvironments: [{ featureName: 'a', environment: 'staging', name: 'a', enabled: true }],
      featureStrategies: [{ id: '1', featureName: 'a', name: 'default' }],
    });
    deepEqual(
      [environments.map(({ name }) => name), projects.map(({ id }) => id), features[0]?.environments[0]?.strategies.length],
      [['staging'], ['shop'], 1],
    );
  });

  it('is refused if it is neither', async () => {
    await rejects(read({ flags: [] }), /neither an exported state of version 4 nor an export of features/);
    const state = { features: [feature], featureStrategies: [], featureEnvironments: [] };
    await rejects(read({ version: 3, ...state }), /neither an exported state of version 4 nor an export of features/);
    await rejects(openFileSource(join(folder, 'absent.json')).read(), /cannot be read/);
  });
});
