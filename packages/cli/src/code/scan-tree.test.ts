import { deepEqual, equal } from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf, openFactsCache } from './facts-cache.ts';
import { scanTree } from './scan-tree.ts';
import type { Tree } from './tree.ts';

const names = ['new-checkout', 'banner', 'search'];

const treeOf = (files: Readonly<Record<string, string | Buffer>>): Tree =>
  new Map(
    Object.entries(files).map(([path, content]) => [path, { path, blob: hashOf(content.toString()), read: () => Buffer.from(content) }]),
  );

const scan = async (files: Readonly<Record<string, string | Buffer>>, declared: readonly string[] = []) =>
  scanTree({ root: join(tmpdir(), 'shop'), tree: treeOf(files), names, rules: { declared }, cache: await openFactsCache({}, 'shop') });

/** References as `path:line:column kind flag symbol`. */
async function found(files: Readonly<Record<string, string | Buffer>>, declared: readonly string[] = []): Promise<readonly string[]> {
  const { references } = await scan(files, declared);
  return references.map(({ path, line, column, kind, feature, symbol = '' }) =>
    `${path}:${line}:${column} ${kind} ${feature} ${symbol}`.trim(),
  );
}

describe('the scan of scripts finds', () => {
  const cases: Readonly<Record<string, readonly [code: string, ...references: string[]]>> = {
    'a literal': ["flags.isEnabled('banner', context);", '1:18 evaluation banner flags.isEnabled'],
    'a template without values': ['isEnabled(`banner`);', '1:12 evaluation banner isEnabled'],
    'a call with type arguments in an optional chain': [
      "client?.getObjectValue<{ size: number }>('banner', {});",
      '1:43 evaluation banner client.getObjectValue',
    ],
    'a constant': ["const NAME = 'banner' as const;\nuseFlag(NAME);", '1:15 definition banner NAME', '2:9 evaluation banner useFlag'],
    'a member of a constant object': [
      "const FLAGS = Object.freeze({ top: { bar: 'banner' } });\nisEnabled(FLAGS.top.bar);",
      '1:44 definition banner FLAGS.top.bar',
      '2:11 evaluation banner isEnabled',
    ],
    'a destructured member': [
      "const FLAGS = { bar: 'banner' };\nconst { bar: name } = FLAGS;\nisEnabled(name);",
      '1:23 definition banner FLAGS.bar',
      '3:11 evaluation banner isEnabled',
    ],
    'a static property': [
      "class Flags { static readonly bar = 'banner' }\nisEnabled(Flags['bar']);",
      '1:38 definition banner bar',
      '2:11 evaluation banner isEnabled',
    ],
    'names in JSX': ["const page = <p>{useFlag('banner') && <b />}</p>;", '1:27 evaluation banner useFlag'],
    'mentions in comments and other texts': [
      "// remove `banner`\nlist('new-checkout');",
      '1:12 mention banner',
      '2:7 mention new-checkout',
    ],
    'no ordinary word that is a name': ['// search for the banner\nconst search = banner(1);'],
    'no part of a longer name': ["list('new-checkout-2', 'my-new-checkout', './new-checkout');"],
    'no variable that changes': ["let name = 'banner';\nname = other;\nisEnabled(name);", '1:13 mention banner'],
    'no parameter that hides a constant': ["const name = 'banner';\nconst f = (name) => isEnabled(name);", '1:15 definition banner name'],
    'no member that is assigned': [
      "const FLAGS = { bar: 'banner' };\nFLAGS.bar = other();\nisEnabled(FLAGS.bar);",
      '1:23 definition banner FLAGS.bar',
    ],
  };
  for (const [title, [code, ...references]] of Object.entries(cases))
    it(title, async () =>
      deepEqual(
        await found({ 'a.tsx': code }),
        references.map((each) => `a.tsx:${each}`),
      ),
    );

  it('positions behind characters of several bytes', async () => {
    deepEqual(await found({ 'a.js': "/* ☃😀 */ isEnabled('banner');" }), ['a.js:1:22 evaluation banner isEnabled']);
  });

  it('constants across imports', async () => {
    const files = {
      'src/flags.ts':
        "export const BANNER = 'banner';\nexport enum Flag { Checkout = 'new-checkout' }\nexport default { search: 'search' };",
      'src/index.ts': "export * from './flags.ts';\nexport { BANNER as Renamed } from './flags.js';\nexport * as all from './flags';",
      'src/use.ts': [
        "import { Renamed, Flag as F, all } from './index';",
        "import flags from '@/flags';",
        'isEnabled(Renamed); isEnabled(F.Checkout); isEnabled(all.BANNER); isEnabled(flags.search);',
      ].join('\n'),
      'src/common.cjs': "const { BANNER } = require('./flags');\nisEnabled(BANNER);",
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    };
    const evaluations = (await found(files)).filter((each) => each.includes('evaluation'));
    deepEqual(evaluations, [
      'src/use.ts:3:11 evaluation banner isEnabled',
      'src/use.ts:3:31 evaluation new-checkout isEnabled',
      'src/use.ts:3:54 evaluation banner isEnabled',
      'src/use.ts:3:77 evaluation search isEnabled',
      'src/common.cjs:2:11 evaluation banner isEnabled',
    ]);
  });

  it('calls that signalbox.json declares', async () => {
    const files = { 'a.ts': "isOn2('banner'); this.flags.on('banner'); page.on('banner');" };
    deepEqual(await found(files, ['isOn2', 'flags.on']), [
      'a.ts:1:8 evaluation banner isOn2',
      'a.ts:1:33 evaluation banner this.flags.on',
      'a.ts:1:52 mention banner',
    ]);
  });

  it('names that the server does not know, only in calls of flag SDKs and outside of tests', async () => {
    const code = "import { initialize } from 'unleash-client';\nisEnabled('gone');";
    const { unknown } = await scan({ 'a.ts': code, 'b.ts': "logger.isEnabled('debug'); useFlag('away');", 'a.test.ts': code });
    deepEqual(
      unknown.map(({ feature, path }) => `${path} ${feature}`),
      ['a.ts gone', 'b.ts away'],
    );
  });

  it('computed names', async () => {
    const { computed, references } = await scan({ 'a.ts': 'useFlag(`banner-${size}`);\nconst f = (name) => useFlag(name);' });
    deepEqual([computed.map(({ line, column }) => `${line}:${column}`), references], [['1:9', '2:29'], []]);
  });

  it('computed names on a chain that evaluates a flag in another file', async () => {
    const { computed } = await scan({ 'a.ts': "client.isEnabled('banner');", 'b.ts': 'client.isEnabled(name);\nlogger.isEnabled(level);' });
    deepEqual(computed, [{ path: 'b.ts', symbol: 'client.isEnabled', line: 1, column: 18 }]);
  });
});

describe('the scan of other languages finds', () => {
  const cases: readonly (readonly [path: string, code: string, ...references: string[]])[] = [
    ['A.java', 'if (unleash.isEnabled("banner", context)) {', '1:24 evaluation banner isEnabled'],
    ['a.go', 'on, _ := client.BooleanValue(ctx, "banner", false, c)', '1:36 evaluation banner BooleanValue'],
    [
      'a.py',
      'client.is_enabled("banner")\nclient.get_boolean_value(flag_key="banner")',
      '1:20 evaluation banner is_enabled',
      '2:36 evaluation banner get_boolean_value',
    ],
    ['a.cs', 'await client.GetBooleanValueAsync("banner", false);', '1:36 evaluation banner GetBooleanValueAsync'],
    ['a.rb', 'UNLEASH.is_enabled? "banner", context', '1:22 evaluation banner is_enabled?'],
    ['a.php', "$unleash->isEnabled('banner');", '1:22 evaluation banner isEnabled'],
    ['a.rs', 'client.get_bool_value("banner", None, None).await', '1:24 evaluation banner get_bool_value'],
    ['a.rb', 'UNLEASH.if_enabled("banner", context) { go }', '1:21 evaluation banner if_enabled'],
    ['flags/a.go', 'const NewCheckout = "new-checkout"', '1:22 definition new-checkout NewCheckout'],
    ['b.go', 'const NewCheckout Flag = "new-checkout"', '1:27 definition new-checkout NewCheckout'],
    [
      'c.go',
      'const (\n\tBanner Flag = "banner"\n)\nf("banner")\nIsEnabled(Banner)',
      '2:17 definition banner Banner',
      '4:4 mention banner',
      '5:1 evaluation banner IsEnabled',
    ],
    [
      'Flags.java',
      'enum Flags { BANNER("banner"); }\nisEnabled(Flags.BANNER.getKey());',
      '1:22 definition banner BANNER',
      '2:1 evaluation banner isEnabled',
    ],
    [
      'flags.py',
      'class Flags(Enum):\n  BANNER = "banner"\nclient.is_enabled(Flags.BANNER.value)',
      '2:13 definition banner BANNER',
      '3:8 evaluation banner is_enabled',
    ],
    [
      'b.php',
      "<?php class Flags { const BANNER = 'banner'; }\n$unleash->isEnabled(Flags::BANNER);",
      '1:37 definition banner BANNER',
      '2:11 evaluation banner isEnabled',
    ],
    ['b.py', 'NEW_CHECKOUT = "new-checkout"', '1:17 definition new-checkout NEW_CHECKOUT'],
    ['c.py', '# client.is_enabled("banner")', '1:22 mention banner'],
    ['a.yaml', 'apiVersion: signalbox.dev/v1\nmetadata: { name: new-checkout }', '2:19 definition new-checkout'],
    ['a.md', 'The flag new-checkout, not docs/new-checkout.md.', '1:10 mention new-checkout'],
    ['test_a.py', 'client.is_enabled("banner")', '1:20 test banner is_enabled'],
    ['src/ATest.java', 'isEnabled("banner")', '1:12 test banner isEnabled'],
  ];
  for (const [path, code, ...references] of cases)
    it(`calls and constants: ${path}`, async () =>
      deepEqual(
        await found({ [path]: code }),
        references.map((each) => `${path}:${each}`),
      ));

  it('constants of other files, unless their symbol is ambiguous', async () => {
    const use = 'client.IsEnabled(flags.NewCheckout)';
    const [definition, other] = ['const NewCheckout = "new-checkout"', 'const NewCheckout = "banner"'];
    deepEqual((await found({ 'flags.go': definition, 'a.go': use }))[1], 'a.go:1:8 evaluation new-checkout IsEnabled');
    equal((await found({ 'flags.go': definition, 'other.go': other, 'a.go': use })).length, 2);
  });
});

describe('the scan', () => {
  it('skips binary files and files over 1 MB', async () => {
    const { skipped, references } = await scan({ 'a.bin': Buffer.from("\0'banner'"), 'b.js': `'banner'${' '.repeat(1 << 20)}` });
    deepEqual([skipped, references], [{ binary: ['a.bin'], large: ['b.js'] }, []]);
  });
});
