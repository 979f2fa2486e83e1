import { deepEqual, equal } from 'node:assert/strict';
import { start, type TestApp } from '@signalbox/testing';
import { features, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { manifestPath } from '../../feature/manifest/manifest-feature.schema.ts';
import { featureEnvironmentPath, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import { featureDocument } from '../../document/documents.fixture.ts';
import { applied } from '../../document/plan.fixture.ts';
import { toggles } from '../../service.ts';
import { writtenFeature } from '../../tables/feature.ts';
import { content, type FeatureMarks } from '../../tables/marks.ts';

/** Two values of each property, which differ from the default. */
const values: Readonly<Record<(typeof writtenFeature.names)[number], readonly [unknown, unknown]>> = {
  type: ['experiment', 'operational'],
  description: ['before', 'after'],
  stale: [true, false],
  impressionData: [true, false],
  codeDefault: ['blue', 'green'],
};

describe('metadata of a feature in a protected environment', () => {
  let app: TestApp;
  const name = 'described';
  const production = featureEnvironmentPath(name, 'production');
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, [name]);
    await postStrategies(app, production, {});
    await protect(app, 'default', 'production');
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const read = async () => (await editor().get(`${features}/${name}`)).body;
  /** The write takes effect without SKIP_CHANGE_REQUEST and leaves the settings in production as they are. */
  async function changes(property: string, value: unknown, write: () => Promise<{ readonly status: number }>) {
    const settings = (await editor().get(production)).body;
    const { status } = await write();
    equal(Math.floor(status / 100), 2, `${property}: ${status}`);
    deepEqual((await read())[property], value);
    deepEqual((await editor().get(production)).body, settings);
  }

  it('is everything that requests write to the feature itself', () =>
    deepEqual(Object.keys(values).toSorted(), [...writtenFeature.names].toSorted()));

  it('does not compile if evaluations depend on it', () => {
    // @ts-expect-error: features are written without a guard.
    const marks: FeatureMarks = content;
    equal(marks.guarded, true);
  });

  for (const [property, [first, second]] of Object.entries(values)) {
    it(`includes ${property}: PUT, PATCH and plans change it directly`, async () => {
      await changes(property, first, () => editor().put(`${features}/${name}`, { [property]: first }));
      const patch = [{ op: 'add', path: `/${property}`, value: second }];
      await changes(property, second, () => editor().patch(`${features}/${name}`, patch));
      const document = featureDocument(name, { [property]: first });
      await changes(property, first, async () => (await applied(app, [document], { who: app.users.editor })).answer);
    });
  }

  it('includes stale of several features, and what the manifest of OpenFeature writes', async () => {
    const { stale } = await read();
    const bulk = { features: [name], stale: !stale };
    await changes('stale', !stale, () => editor().post('/api/admin/projects/default/stale', bulk));
    const described = { key: name, type: 'string', description: 'from code', defaultValue: 'red' };
    await changes('codeDefault', 'red', () => editor().put(`${manifestPath}/${name}`, described));
    equal((await read()).description, 'from code');
  });
});
