import { deepEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

/** Loads all services and prints where each import of theirs led. */
const trace = (first: string) => `
  import { registerHooks } from 'node:module';
  ${first}
  const led = {};
  registerHooks({
    resolve(specifier, context, next) {
      const { url, format } = next(specifier, context);
      led[context.parentURL + ' ' + specifier] = url;
      return { url, format, shortCircuit: true };
    },
  });
  const { loadServices } = await import('./services.ts');
  await loadServices();
  await import('./standalone.ts');
  console.log(JSON.stringify(led));`;

describe('resolving quickly', function () {
  this.timeout(60_000);

  it('leads each import of the product where Node leads it', () => {
    const quick = traced("import { resolveQuickly } from './resolve-quickly.ts'; resolveQuickly();");
    const slow = traced('');
    ok(Object.keys(slow).length > 3000);
    deepEqual(quick, slow);
  });

  function traced(first: string): Record<string, unknown> {
    const words = ['--input-type=module', '-e', trace(first)];
    return JSON.parse(execFileSync(process.execPath, words, { cwd: import.meta.dirname, encoding: 'utf8', maxBuffer: 1e8 })) as Record<
      string,
      unknown
    >;
  }
});
