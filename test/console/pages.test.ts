import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isConsoleAddress } from '@signalbox/console/addresses';
import { consolePages } from './pages.ts';

const source = (file: string) => readFileSync(join(import.meta.dirname, '../../packages/console/src', file), 'utf8');
const found = (file: string, pattern: RegExp) => [...source(file).matchAll(pattern)].map(([, name = '']) => name);

/** Whether a page of the list stands at an address of this pattern; a part with `?` may be missing. */
const isShown = (pattern: string): boolean => {
  const expression = new RegExp(`^${pattern.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`);
  return consolePages.some(({ path }) => expression.test(path.split('?', 1)[0] ?? ''));
};

describe('the list of pages', () => {
  it('has a page for each route of the console', () => {
    const patterns = found('main.tsx', /<Route path="([^"]+)"/g);
    ok(patterns.length > 10);
    deepEqual(
      patterns.filter((pattern) => !isShown(pattern)),
      [],
    );
  });

  it('has each part of a feature’s page', () => {
    const tabs = found('page/feature/feature-tabs.tsx', /\{ path: '([^']*)', title/g);
    ok(tabs.length > 3);
    deepEqual(
      tabs.filter((tab) => !isShown(`/projects/:p/features/:f${tab && `/${tab}`}`)),
      [],
    );
  });

  it('has each chapter of the settings', () => {
    const chapters = found('page/settings/chapters.ts', /\bid: '([\w-]+)'/g);
    deepEqual(
      chapters.filter((chapter) => !isShown(`/settings/${chapter}`)),
      [],
    );
  });

  it('names addresses that the gateway answers, each once', () => {
    deepEqual(
      consolePages.filter(({ path }) => !isConsoleAddress(path.split('?', 1)[0] ?? '')),
      [],
    );
    deepEqual(new Set(consolePages.map(({ name }) => name)).size, consolePages.length);
  });

  it('would be caught without a page', () => ok(!isShown('/projects/:project/nowhere/:id')));
});
