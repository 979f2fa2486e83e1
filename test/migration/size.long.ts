import { equal } from 'node:assert/strict';
import { type Reference, startReference } from '../reference/start-reference.ts';
import { executeSql } from './fill-reference.ts';
import { type Migration, startMigration } from './migration.fixture.ts';

const features = 5000;
const events = 100_000;
const users = 200;
const tokens = 300;
const limitSeconds = 60;

const fill = `
  INSERT INTO features(name, project, type) SELECT 'feature-' || n, 'default', 'release' FROM generate_series(1, ${features}) n;
  INSERT INTO feature_environments(environment, feature_name, enabled, variants)
    SELECT e, 'feature-' || n, n % 2 = 0, '[]' FROM generate_series(1, ${features}) n, unnest(array['development', 'production']) e;
  INSERT INTO feature_strategies(id, feature_name, project_name, environment, strategy_name, parameters, constraints, sort_order)
    SELECT gen_random_uuid()::text, 'feature-' || n, 'default', e, 'flexibleRollout',
      jsonb_build_object('rollout', (n % 101)::text, 'stickiness', 'default', 'groupId', 'feature-' || n),
      jsonb_build_array(jsonb_build_object('contextName', 'userId', 'operator', 'IN', 'values', jsonb_build_array((n % 100)::text))), 0
    FROM generate_series(1, ${features}) n, unnest(array['development', 'production']) e;
  INSERT INTO events(type, created_by, created_at, project, environment, feature_name, data)
    SELECT 'feature-environment-enabled', 'ann', now() - make_interval(mins => ${events} - n), 'default', 'development',
      'feature-' || (n % ${features} + 1), '{}' FROM generate_series(1, ${events}) n;
  INSERT INTO users(username, name, email, password_hash)
    SELECT 'user-' || n, 'User', 'user-' || n || '@example.com', '$2b$10$' || repeat('a', 53) FROM generate_series(1, ${users}) n;
  INSERT INTO role_user(role_id, user_id, project) SELECT 3, id, 'default' FROM users WHERE username LIKE 'user-%';
  INSERT INTO api_tokens(secret, username, token_name, type, environment)
    SELECT '*:development.' || md5(n::text) || md5(n::text || 'b'), 'app-' || n, 'app-' || n, 'client', 'development'
    FROM generate_series(1, ${tokens}) n;`;

describe('the time of a large migration', function () {
  this.timeout(600_000);
  let reference: Reference;
  let migration: Migration;
  before(async () => {
    reference = await startReference('8.2.0');
    executeSql(reference, fill);
    migration = await startMigration(reference, ['--database', reference.databaseUrl]);
  });
  after(async () => {
    await migration?.close();
    await reference?.close();
  });

  it(`stays below ${limitSeconds} seconds`, async () => {
    const begun = performance.now();
    const { code, output } = await migration.run('import');
    const seconds = (performance.now() - begun) / 1000;
    equal(code, 0, output);
    process.stdout.write(`Imported ${features} features, ${events} events, ${users} users, ${tokens} tokens in ${seconds.toFixed(1)} s\n`);
    const { body } = await migration.product.admin.get('/api/admin/projects/default/features');
    equal(body.features.length, features);
    equal(seconds < limitSeconds, true, `${seconds.toFixed(1)} s`);
  });
});
