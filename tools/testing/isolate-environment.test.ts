import { deepEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { allSettings } from '../../packages/kit/src/settings/settings.ts';
import { surfaces } from '../../services/standalone/src/base/services.ts';

const script = `import { isolateEnvironment } from ${JSON.stringify(join(import.meta.dirname, 'isolate-environment.ts'))};
isolateEnvironment('/nowhere');
console.log(JSON.stringify(process.env));`;

/** The environment that tests see in a shell with these variables. */
function isolated(variables: Record<string, string>): Record<string, string> {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: variables, encoding: 'utf8' });
  return JSON.parse(stdout) as Record<string, string>;
}

describe('the environment of tests', () => {
  it('has no setting of the product, no proxy and no setting of git', () => {
    const foreign = [
      ...allSettings(surfaces).map(({ name }) => name),
      'HTTPS_PROXY',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'GIT_DIR',
      'XDG_CONFIG_HOME',
    ];
    const seen = isolated(Object.fromEntries(foreign.map((name) => [name, 'x'])));
    deepEqual(
      foreign.filter((name) => name in seen),
      [],
    );
  });

  it("has the user's zone and language, the servers of tests, and a home folder of its own", () => {
    const given = { TZ: 'Asia/Kolkata', LANG: 'tr_TR.UTF-8', TEST_MYSQL_URL: 'mysql://x', HOME: '/root' };
    deepEqual({ ...isolated(given), ...given, HOME: '/nowhere' }, isolated(given));
  });
});
