import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { docCommentsBeginWithTheSubject, subjectProblems, titlesHaveASubject } from './english.ts';
import { readCode, root, type Rule } from './source.ts';

interface Case {
  readonly title: string;
  readonly rule: Rule;
  /** Path and text of a file, and the expected lines of findings. */
  readonly planted: readonly (readonly [path: string, text: string, ...lines: number[]])[];
}

const cases: readonly Case[] = [
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

/** Older subjects stay as they are. */
const baseline = 'cf4fe649';

describe('plain English', () => {
  const files = readCode();

  for (const { title, rule, planted } of cases) {
    it(title, () => deepEqual(rule(files), []));
    it(`${title}: reports planted violations`, () => {
      for (const [path, text, ...lines] of planted) {
        const found = rule([{ path, text }]).map((finding) => Number(finding.split(':', 2)[1]?.split(' ', 1)[0]));
        deepEqual(found, lines, `${path}: ${text}`);
      }
    });
  }

  it('commit subjects are imperative and short', function () {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    let subjects: string;
    try {
      subjects = git('log', '--no-merges', '--format=%s', `${baseline}..HEAD`);
    } catch {
      this.skip(); // A checkout without history.
    }
    deepEqual(subjectProblems(subjects.split('\n').filter((subject) => subject !== '')), []);
  });

  it('commit subjects are imperative and short: reports planted violations', () => {
    const good = ['store: bind values', 'kit, host: name the caller', 'change-requests: open a request'];
    const bad = ['bind values', 'store: values are bound', 'store: bound', `store: bind ${'x'.repeat(70)}`];
    deepEqual(subjectProblems(good), []);
    deepEqual(subjectProblems(bad).length, bad.length);
  });
});
