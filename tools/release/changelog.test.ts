import { equal } from 'node:assert/strict';
import { type Changes, sectionOf, withSection } from './changelog.ts';

const commit = (subject: string, ...upgrade: string[]) => ({ hash: 'ab', subject, upgrade });
const changes: Changes = {
  version: '0.2.0',
  day: '2026-12-01',
  previous: '0.1.0',
  commits: [
    commit('toggles: release features in milestones'),
    commit('tests: cover milestones'),
    commit('deploy: build one image', 'Replace `signalbox/toggles` by `signalbox` with the argument `toggles`.'),
    commit('toggles: store templates'),
  ],
  migrations: ['services/toggles/src/migrations/0031-templates.ts'],
  contracting: [],
};

describe('the changelog', () => {
  it('starts with what operators have to do, then lists the changes by area without internal ones', () => {
    equal(
      sectionOf(changes),
      `## 0.2.0 (2026-12-01)

### Upgrading

- Replace \`signalbox/toggles\` by \`signalbox\` with the argument \`toggles\`.
- Migrations: \`toggles/0031-templates\`.
- Version 0.1.0 also runs on the new tables, so you can roll back to it.

### deploy

- build one image

### toggles

- release features in milestones
- store templates

`,
    );
  });

  it('tells operators to make a backup if the previous version cannot run on the new tables', () => {
    const section = sectionOf({ ...changes, contracting: changes.migrations });
    equal(section.includes('- Make a backup: 0.1.0 does not start on the new tables (`toggles/0031-templates`).'), true);
    equal(section.includes('roll back'), false);
  });

  it('lists no commits for the first release', () => {
    const { previous: _none, ...first } = changes;
    equal(sectionOf(first), '## 0.2.0 (2026-12-01)\n\nThe first release.\n');
  });

  it('keeps earlier releases and replaces its own section', () => {
    const once = withSection('', '0.1.0', '## 0.1.0 (2026-11-01)\n\nThe first release.\n');
    const twice = withSection(withSection(once, '0.2.0', '## 0.2.0 (x)\n\nold\n'), '0.2.0', '## 0.2.0 (y)\n\nnew\n');
    equal(twice.includes('old'), false);
    equal(twice.indexOf('## 0.2.0 (y)') < twice.indexOf('## 0.1.0 (2026-11-01)'), true);
    equal(twice.match(/^# /gm)?.length, 1);
  });
});
