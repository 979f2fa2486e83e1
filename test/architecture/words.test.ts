import { deepEqual, equal } from 'node:assert/strict';
import { docCommentsBeginWithTheSubject, titlesHaveASubject } from './english.ts';
import { exportsAreNoHomonyms } from './homonyms.ts';
import { retiredPhrasesStayRetired } from './retired-phrases.ts';
import { glossaryStaysShort, retiredWordsStayRetired } from './retired-words.ts';
import { sentencesStayShort } from './sentences.ts';
import { readCode, readPages, type Rule } from './source.ts';
import { only } from './tokens.ts';
import {
  environmentIsReadOnce,
  exportsHaveNames,
  filesAreInKebabCase,
  migrationsAreCalledAfterTheirFiles,
  namesSayWhatIsInside,
  nothingIsLeftToDo,
  testsStateWhatIsSo,
  titlesStandAlone,
  theWordIsFeature,
  waysOfRunningStayOutside,
} from './words.ts';

interface Case {
  readonly title: string;
  readonly rule: Rule;
  /** Path and text of a file, and the expected lines of findings. */
  readonly planted: readonly (readonly [path: string, text: string, ...lines: number[]])[];
}

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

const cases: readonly Case[] = [
  {
    title: 'only code that starts processes depends on the way of running',
    rule: waysOfRunningStayOutside,
    planted: [
      ['packages/host/src/a.ts', "const ways = 1;\nif (mode === 'standalone') start();", 2],
      ['services/audit/src/a.ts', 'const isCluster = true;', 1],
      ['services/audit/src/a.ts', '// One process, standalone for example.\nstart();'],
      ['services/standalone/src/a.ts', "const way = 'standalone';"],
      ['tools/a.ts', "const way = 'cluster';"],
    ],
  },
  {
    title: 'the environment is read in one place',
    rule: environmentIsReadOnce,
    planted: [
      ['services/audit/src/a.ts', "const port = process.env['PORT'];", 1],
      ['services/audit/src/a.ts', "const port = process['env'].PORT;", 1],
      ['services/audit/src/a.ts', "import { env } from 'node:process';", 1],
      ['test/journeys/a.test.ts', 'read({ ...process.env });', 1],
      [
        'test/journeys/a.test.ts',
        'spawn(program, { env: { ...process.env, ...settings } });\nspawn(program, { env: { ...process.env, TOKEN } });',
      ],
      ['services/audit/src/a.ts', "// process.env is read elsewhere\nconst text = 'process.env';"],
      ['packages/testing/src/environment.ts', 'read(process.env);'],
      ['services/standalone/src/base/process.ts', 'read(process.env);'],
      ['packages/migration/src/main.ts', 'read(process.env);'],
      ['tools/a.ts', 'read(process.env);'],
    ],
  },
  {
    title: 'exports are named',
    rule: exportsHaveNames,
    planted: [
      ['packages/kit/src/a.ts', 'export default function () {}', 1],
      ['packages/kit/src/a.ts', 'const a = 1;\nexport { a as default };', 2],
      ['packages/kit/src/a.ts', "export const text = 'export default';\nswitch (a) {\n  default:\n}"],
    ],
  },
  {
    title: 'the entity is called feature in the service toggles',
    rule: theWordIsFeature,
    planted: [
      ['services/toggles/src/a/a.ts', 'const toggleName = 1;\nfunction findFlag() {}', 1, 2],
      ['services/toggles/src/a/a.ts', 'export class FeatureToggle {}', 1],
      ['services/toggles/src/service.ts', "export const toggles = service({ name: 'toggles' }); // every toggle\nsay('the flag');"],
      ['services/toggles/src/a/a.ts', 'const row = { enabledToggleCount: 1 };'],
      ['services/toggles/src/a/a.ts', 'const row = { unknownFlags: [], unknown_flag: 1 };'],
      ['services/audit/src/a.ts', 'const flag = true;'],
    ],
  },
  {
    title: 'retired words stay retired',
    rule: retiredWordsStayRetired,
    planted: [
      ['services/toggles/src/a/a.ts', 'const placeOf = 1;\nfunction findByPlace() {}\nconst { wish } = input;', 1, 2, 3],
      ['services/toggles/src/a/a.ts', 'export const longestName = 1; // the longest name\nsay("whole");', 1],
      ['services/audit/src/write-programs.ts', '', 1],
      ['services/identity/src/people/read.test.ts', 'read(nobody);', 1, 1],
      ['packages/engine/src/a.ts', 'const surroundings = {};', 1],
      ['services/toggles/src/a/a.test.ts', 'removePlace(app.place);', 1, 1],
      ['packages/bus/src/a.ts', 'await Promise.allSettled(all);'],
      ['services/toggles/src/a/a.ts', 'const replaced = placement.persona; // in place of the usual person'],
      ['services/toggles/src/a/a.ts', "const constructor = 'toString'; a.hasOwnProperty();"],
      ['services/delivery/src/a.ts', 'const place = 1;', 1],
      ['test/journeys/a.test.ts', 'const door = 1;', 1],
      ['deploy/image/a.ts', 'const keptSecret = 1;', 1],
      ['docs/decisions/0009-placed.md', 'Most people.\n`readPlace()` is `of most` people.', 1, 2],
      ['services/audit/README.md', 'Most `users` are `in place`.'],
    ],
  },
  {
    title: 'retired phrases stay retired',
    rule: retiredPhrasesStayRetired,
    planted: [
      ['services/audit/src/a.ts', '/** Every client is told. */\nconst told = 1; // sent to whoever asks', 1, 2],
      ['services/audit/src/a.test.ts', "it('lets nobody but the user see it', () => {});", 1],
      ['services/audit/src/a.ts', 'throw new Failure(`The change of ${name} is not carried out.`);', 1],
      ['packages/console/src/page/a/a.tsx', 'const A = () => <p title="This is your only e-mail">Somebody has {c}.</p>;', 1, 1],
      ['packages/console/src/page/a/a.ts', "const a = { about: `Choose all of ${b}`, who: 'nobody' };", 1],
      ['packages/console/src/page/a/a.tsx', 'const A = () => (\n  <p>\n    It is turned on, and works at\n    last in {b}.\n  </p>\n);', 3],
      ['packages/console/src/page/a/a.tsx', 'const A = () => <Old is={told}>{asked ? everybody : null}</Old>;'],
      ['services/audit/src/a.ts', "const when = 'a paused release goes on by itself again';\n/** The bus recovers by itself. */", 1],
      ['docs/a.md', 'Fast.\n\nThe cache is dear, all the same.\n```\ndear\n```', 3, 3],
      ['services/audit/src/a.ts', "const names = ['dear', 'neighbours'];\nconst beside = 'told'; // `wish`"],
    ],
  },
  {
    title: 'the glossary stays short',
    rule: glossaryStaysShort,
    planted: [
      ['ARCHITECTURE.md', '# Words\n', 1],
      ['ARCHITECTURE.md', '# A\n\n## Glossary\n\n- **wish**: what is sent\n- **port**: a contract', 5],
      ['ARCHITECTURE.md', `# A\n\n## Glossary\n${'- **port**: a contract\n'.repeat(13)}`, 16],
      ['ARCHITECTURE.md', `# A\n- **place**: x\n\n## Glossary\n${'- **port**: a contract\n'.repeat(12)}`],
    ],
  },
  {
    title: 'sentences of pages and of the console have at most thirty words',
    rule: sentencesStayShort,
    planted: [
      ['README.md', `Short.\n\n${words(31)}.`, 3],
      ['README.md', `A ${words(16)}\n${words(15)}: one sentence on two lines. ${words(30)}.`, 1],
      ['README.md', `- a ${words(30)}\n- b\n1. ${words(31)}`, 1, 3],
      ['README.md', `| a | b |\n| --- | --- |\n| ${words(30)} | ${words(31)} |`, 3],
      ['README.md', `${words(30)}. ${words(30)}! ${words(30)}\n\n# ${words(30)}\n${words(30)}`],
      ['README.md', `\`\`\`sh\n${words(31)}\n\`\`\`\n\n${words(29)} \`${words(31)}\``],
      ['README.md', `${words(30)} ([${words(31)}](a.md),\n[why](b.md)).`],
      ['packages/kit/src/a.ts', `// ${words(31)}`],
      ['packages/console/src/page/a/a.ts', `const a = {\n  b: '${words(31)}',\n  c: '${words(30)}',\n};`, 2],
      [
        'packages/console/src/page/a/a.tsx',
        `const A = () => (\n  <p title="${words(31)}">\n    ${words(20)}\n    ${words(20)} {b}\n  </p>\n);`,
        2,
        3,
      ],
      [
        'packages/console/src/page/a/a.tsx',
        `const A = () => (\n  <p class={\`${words(20)} \${b}\`}>\n    <b>${words(20)}</b> ${words(20)}\n  </p>\n);`,
      ],
      ['packages/console/src/page/a/a.test.ts', `const a = '${words(31)}';`],
    ],
  },
  {
    title: 'migrations are named after their files',
    rule: migrationsAreCalledAfterTheirFiles,
    planted: [
      ['services/audit/src/migrations/0002-tags.ts', "export const a = { name: '0003-tags' };", 1],
      ['services/audit/src/migrations/0002-tags.ts', "const list = [{ name: '0002-tags' }, { name: '0003-ages' }];", 1],
      ['services/audit/src/migrations/0002-tags.ts', '', 1],
      ['services/audit/src/migrations/0002-tags.ts', "export const tags = { name: '0002-tags' };"],
      ['services/audit/src/migrations/migrations.test.ts', "const other = { name: '9999-other' };"],
    ],
  },
  {
    title: 'test titles do not contain "should"',
    rule: testsStateWhatIsSo,
    planted: [
      ['services/audit/src/a.test.ts', "describe('a', () => {\n  it('should answer', () => {});\n});", 2],
      ['services/audit/src/a.test.ts', 'describe.skip(`Should answer`, () => {});', 1],
      ['services/audit/src/a.test.ts', "// it('should not')\nit('answers what it should', () => {});"],
    ],
  },
  {
    title: 'test titles do not depend on their group',
    rule: titlesStandAlone,
    planted: [
      ['services/audit/src/a.test.ts', "describe('a', () => {\n  it('in the target alone', () => {});\n});", 2],
      ['services/audit/src/a.test.ts', 'it(`of ${a} is b`, () => {});', 1],
      ['services/audit/src/a.test.ts', "describe('in a', () => {\n  it('inverts, with care', () => {});\n});"],
    ],
  },
  {
    title: 'comments contain no to-dos',
    rule: nothingIsLeftToDo,
    planted: [
      ['tools/a.ts', 'run();\n// TODO: stop', 2],
      ['tools/a.ts', '/* A FIXME. */', 1],
      ['tools/a.ts', "const words = ['TODO'];"],
    ],
  },
  {
    title: 'names of files and folders describe their contents',
    rule: namesSayWhatIsInside,
    planted: [
      ['services/audit/src/utils/hash.ts', '', 1],
      ['services/audit/src/event/types.ts', '', 1],
      ['services/audit/src/helpers.test.ts', '', 1],
      ['packages/console/src/page/audit/texts.ts', '', 1],
      ['services/audit/src/event/event.ts', ''],
      ['services/toggles/src/feature/feature-type.ts', ''],
    ],
  },
  {
    title: 'names of files and folders are in kebab-case',
    rule: filesAreInKebabCase,
    planted: [
      ['services/audit/src/readEvents.ts', '', 1],
      ['services/audit/src/Event/event.ts', '', 1],
      ['services/audit/src/read_events.test.ts', '', 1],
      ['services/audit/src/read-events.test.ts', ''],
      ['services/toggles/src/migrations/0001-toggles.ts', ''],
      ['services/toggles/src/feature/feature.schema.ts', ''],
    ],
  },
  {
    title: 'doc comments begin with the subject',
    rule: docCommentsBeginWithTheSubject,
    planted: [
      ['packages/kit/src/a.ts', '/** What a caller may do. */\nconst a = 1;\n/**\n * Those that are left.\n */', 1, 4],
      ['packages/kit/src/a.ts', '/** One that holds is enough. */', 1],
      ['packages/kit/src/a.ts', '/** One endpoint as data. */\n/** Whether it is on. */\n// What it is\nconst b = "/** What */";'],
    ],
  },
  {
    title: 'test titles have a subject',
    rule: titlesHaveASubject,
    planted: [
      ['services/audit/src/a.test.ts', "describe('who has logged in', () => {\n  it('sees it', () => {});\n});", 1],
      ['services/audit/src/a.test.ts', "it('whose token is old', () => {});", 1],
      ['services/audit/src/a.test.ts', "describe('the event log', () => {\n  it('are refused', () => {});\n});", 2],
      ['services/audit/src/a.long.ts', "describe('events', () => {\n  it('those of a project', () => {});\n});", 2],
      ['services/audit/src/a.test.ts', "describe('events of a project', () => {\n  it('are listed', () => {});\n});"],
      ['services/audit/src/a.test.ts', "describe('a', () => {\n  describe('tokens', () => {});\n  it('is read', () => {});\n});"],
      [
        'services/audit/src/a.test.ts',
        "describe('tokens', () => {\n  describe('when added', () => {\n    it('are read', () => {});\n  });\n});",
      ],
    ],
  },
];

describe('rules for names and texts', () => {
  const files = [...readCode(), ...readPages()];

  for (const { title, rule, planted } of cases) {
    it(title, () => deepEqual(rule(files), []));
    it(`${title}: reports planted violations`, () => {
      for (const [path, text, ...lines] of planted) {
        deepEqual(
          rule([{ path, text }]).map((finding) => Number(finding.split(':', 2)[1]?.split(' ', 1)[0])),
          lines,
          `${path}: ${text}`,
        );
      }
    });
  }
});

describe('duplicate exports', () => {
  const declare = (path: string, text: string) => ({ path, text });

  it('do not exist in any package or service', () => deepEqual(exportsAreNoHomonyms(readCode()), []));

  it('are reported if two files of one service export the same name, whatever it declares', () => {
    const found = exportsAreNoHomonyms([
      declare('services/audit/src/a/scope.ts', '// scopes\nexport interface Scope {}'),
      declare('services/audit/src/b/scope.ts', 'export const Scope = 1;\nexport type Scope = number;'),
      declare('services/audit/src/c.fixture.ts', 'export async function* Scope() {}'),
    ]);
    deepEqual(
      found.map((finding) => finding.split(' ', 1)[0]),
      ['services/audit/src/a/scope.ts:2', 'services/audit/src/b/scope.ts:2', 'services/audit/src/c.fixture.ts:1'],
    );
  });

  it('are allowed in different services, in tests, in strings, and for a value with its type', () => {
    const found = exportsAreNoHomonyms([
      declare('services/audit/src/a.ts', 'export const Scope = 1;\nexport type Scope = number;'),
      declare('services/identity/src/a.ts', 'export class Scope {}'),
      declare('services/audit/src/a.test.ts', 'export const Scope = 1;'),
      declare('services/audit/src/b.ts', 'const Scope = 1; // export const Scope\nexport const text = `\nexport const Scope`;'),
    ]);
    deepEqual(found, []);
  });
});

describe('tokens', () => {
  const parts: readonly (readonly [source: string, code: string])[] = [
    ["a('b');", "a(' ');"],
    ['a // b', 'a     '],
    ['a /* b\nc */ d', 'a     \n     d'],
    ['a(/b\'c/g, "d");', 'a(      , " ");'],
    ['a / b / c', 'a / b / c'],
    ["const x = 'it\\'s' + y;", "const x = '     ' + y;"],
    ['`a ${b({ c: `d` })} e` + f', '`    b({ c: ` ` })   ` + f'],
    ['f(<A b={c > 1} d="e">It\'s {g} <br /></A>, h)', 'f(<A b={c > 1} d=" ">     {g} <br /></A>, h)'],
    ['<>{a < b ? <C /> : <D<E> f={<i>g</i>} />} h</>;', '<>{a < b ? <C /> : <D<E> f={<i> </i>} />}  </>;'],
    ['const a = <T,>(b: T): Set<T> => c / d;', 'const a = <T,>(b: T): Set<T> => c / d;'],
  ];
  for (const [source, code] of parts) {
    it(`separate code from the rest in ${JSON.stringify(source)}`, () => {
      const seen = only(source, 'code');
      equal(seen.length, source.length);
      equal(seen.replaceAll(/[${}]/g, ' '), code.replaceAll(/[${}]/g, ' '));
    });
  }
});
