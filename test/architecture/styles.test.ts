import { deepEqual, ok } from 'node:assert/strict';
import { readFiles } from './source.ts';
import { classesAreUsed, classesBelongToModules } from './styles.ts';

const folder = 'packages/console/src';

describe('the styles of the console', () => {
  const files = readFiles(`${folder}/**/*.{css,tsx}`);

  it('have global classes only in the base styles', () => {
    ok(files.filter(({ path }) => path.endsWith('.module.css')).length >= 40);
    deepEqual(classesBelongToModules(files), []);
  });

  it('have global classes only in the base styles: reports planted violations', () => {
    const planted = [
      { path: `${folder}/style/base.css`, text: '.mono {\n}' },
      { path: `${folder}/style/tokens.css`, text: '/* .said */\na.b:hover,\n.c.d {\n  margin: 0.5px;\n}' },
      { path: `${folder}/parts/tag.module.css`, text: '.tag {\n}\n.tag :global(.mono) {\n}' },
    ];
    deepEqual(classesBelongToModules(planted), [
      `${folder}/style/tokens.css:2 .b is global: move it to a module`,
      `${folder}/style/tokens.css:3 .c is global: move it to a module`,
      `${folder}/style/tokens.css:3 .d is global: move it to a module`,
      `${folder}/parts/tag.module.css:3 :global(.mono) is global: move it to a module`,
    ]);
  });

  it('have no unused classes', () => deepEqual(classesAreUsed(files), []));

  it('have no unused classes: reports planted violations', () => {
    const planted = [
      { path: `${folder}/parts/tag.module.css`, text: '.tag {\n}\n.stop {\n  composes: tag;\n}\n.old,\n.old:hover {\n}\n.far {\n}' },
      { path: `${folder}/page/a/a.module.css`, text: '.a {\n  composes: far from "../../parts/tag.module.css";\n}\n.stop {\n}' },
      {
        path: `${folder}/page/a/a.tsx`,
        text: "import * as tagStyles from '../../parts/tag.module.css';\nimport * as styles from './a.module.css';\n<b class={tagStyles.stop}><i class={styles.a} /></b>",
      },
    ];
    deepEqual(classesAreUsed(planted), [
      `${folder}/parts/tag.module.css:6 .old is unused`,
      `${folder}/page/a/a.module.css:4 .stop is unused`,
    ]);
  });
});
