import { deepEqual, equal, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { InMemoryProvider, OpenFeature } from '@openfeature/server-sdk';
import ts from 'typescript-6';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import type { Winner } from '../../packages/cli/src/cleanup/winner.ts';
import { behavior, compiled, compilerOptions, patched, patchedText, sourceOf, winners } from './run-shape.fixture.ts';
import { codeShapes } from './shapes.fixture.ts';

/** The SDK's client, with the flag in the state of the winner. */
async function openClient({ enabled, variant, payload: of }: Winner): Promise<Unleash> {
  const variants =
    variant === undefined
      ? []
      : [{ name: variant, weight: 1000, weightType: 'variable', stickiness: 'default', payload: of, overrides: [] }];
  const feature = { name: 'f', enabled, strategies: [{ name: 'default', parameters: {}, constraints: [] }], variants };
  const client = new Unleash({
    appName: 'shapes',
    url: 'http://127.0.0.1:9/',
    disableMetrics: true,
    refreshInterval: 0,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: [feature] as never },
  });
  client.on('error', () => undefined);
  client.on('warn', () => undefined);
  await new Promise<void>((done) => client.once('ready', done));
  equal(client.isEnabled('f'), enabled);
  equal(client.getVariant('f').name, variant ?? 'disabled');
  return client;
}

const environment = `import type { Unleash } from 'unleash-client';
import type { Client } from '@openfeature/server-sdk';
export declare const client: Unleash;
export declare const of: Client;
export declare const log: (value: unknown) => void;
export declare const t: <T>(value: T) => T;
export declare const h: (...all: unknown[]) => JSX.Element;
export declare const Fragment: any;
declare global { namespace JSX { interface Element {} interface IntrinsicElements { [name: string]: Record<string, unknown> } } }
`;

/** Type errors by file. */
function mistakesOf(files: ReadonlyMap<string, string>): readonly string[] {
  const options: ts.CompilerOptions = {
    ...compilerOptions,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const all = new Map(
    [...files, ['environment.ts', environment]].map(([path, text]) => [join(import.meta.dirname, path as string), text as string]),
  );
  const host = ts.createCompilerHost(options);
  const compilation = ts.createProgram([...all.keys()], options, {
    ...host,
    fileExists: (path) => all.has(path) || host.fileExists(path),
    readFile: (path) => all.get(path) ?? host.readFile(path),
    getSourceFile: (path, version) => {
      const text = all.get(path) ?? host.readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version);
    },
  });
  return [...compilation.getSyntacticDiagnostics(), ...compilation.getSemanticDiagnostics()].map(
    ({ file, start, messageText }) =>
      `${file?.fileName.split('/').pop()}: ${ts.flattenDiagnosticMessageText(messageText, ' ')} at ${file?.text.slice(start, (start ?? 0) + 60)}`,
  );
}

describe('the patch of a flag', () => {
  it('has at least 120 shapes, each with a title of its own', () => {
    ok(codeShapes.length >= 120);
    equal(new Set(codeShapes.map(({ title }) => title)).size, codeShapes.length);
  });

  it('compiles before and after', () => {
    const files = codeShapes.flatMap((shape, index) => [
      [`shape-${index}-before.tsx`, sourceOf(shape)] as const,
      ...Object.entries(winners).map(([name, winner]) => [`shape-${index}-${name}.tsx`, patched(shape, winner).text] as const),
    ]);
    deepEqual(mistakesOf(new Map(files)), []);
  });

  for (const [name, winner] of Object.entries(winners))
    describe(`that is ${name}`, () => {
      let client: Unleash;
      const of = OpenFeature.getClient(name);
      before(async () => {
        client = await openClient(winner);
        const flag = { variants: { on: true, off: false }, defaultVariant: winner.enabled ? 'on' : 'off', disabled: false };
        await OpenFeature.setProviderAndWait(name, new InMemoryProvider({ f: flag }));
      });
      after(() => client.destroy());

      for (const shape of codeShapes)
        it(`behaves alike: ${shape.title}`, async () => {
          const source = sourceOf(shape);
          const { text, refused } = patched(shape, winner);
          const isLeft = /\.(?:isEnabled|getVariant|getBooleanValue|getBooleanDetails)\(/.test(text);
          equal(isLeft, shape.isRefused === true && /client|of\b/.test(shape.body) && isLeft, text);
          equal(refused.length > 0 || text.includes("'g'"), shape.isRefused === true || text.includes("'g'"), text);
          const [after, before] = [compiled(text), compiled(source)];
          for (const a of [true, false])
            for (const b of [true, false])
              equal(await behavior(after, client, of, [a, b]), await behavior(before, client, of, [a, b]), text);
        });
    });
});

describe('the text of a patch', () => {
  it('ends lines as the file does, and keeps its byte order mark', () => {
    const text =
      "\ufeffconst c = client;\nswitch (c.getVariant('f').name) {\n  case 'blue':\n    go();\n    const x = 1;\n    use(x);\n}\nvar x;\n";
    const after = '\ufeffconst c = client;\n{\n  go();\n  const x = 1;\n  use(x);\n}\nvar x;\n';
    equal(patchedText(text, winners.variant).text, after);
    equal(patchedText(text.replaceAll('\n', '\r\n'), winners.variant).text, after.replaceAll('\n', '\r\n'));
  });

  it('has the comments of the branch that stays', () => {
    const text =
      "const page = (\n  <p>\n    {client.isEnabled('f') ? (\n      // New users.\n      <b />\n    ) : (\n      // Old users.\n      <i />\n    )}\n  </p>\n);\n";
    equal(patchedText(text, winners.on).text, 'const page = (\n  <p>\n    {(\n      // New users.\n      <b />\n    )}\n  </p>\n);\n');
  });

  it('lists no computed names of a function of the code, unless it evaluates the flag elsewhere', () => {
    const text = "import { useFlag } from '@unleash/proxy-client-react';\nimport { isOn } from './lamp';\nuse(useFlag('f'), isOn(lamp));\n";
    deepEqual(patchedText(text, winners.on).refused, []);
  });

  it('lists computed names on a chain that evaluates the flag elsewhere, and on no other', () => {
    const { refused } = patchedText("a(client.isEnabled('f'));\nb(client.isEnabled(name));\nc(logger.isEnabled(level));\n", winners.on);
    deepEqual(
      refused.map(({ line, reason }) => [line, reason]),
      [[2, 'the name of the flag is computed: client.isEnabled(name)']],
    );
  });
});
