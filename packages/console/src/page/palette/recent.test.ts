import { deepEqual, equal } from 'node:assert/strict';
import type { PaletteItem } from './palette-item.ts';
import { noteRecent, readRecent } from './recent.ts';

const storageOf = (stored: string | null = null) => {
  let content = stored;
  return {
    getItem: () => content,
    setItem: (_key: string, value: string) => void (content = value),
  };
};
const item = (key: string): PaletteItem => ({ key, kind: 'page', title: key, does: { href: `/${key}` } });

describe('recent items', () => {
  it('are unique, latest first, and limited in number', () => {
    const storage = storageOf();
    for (const key of ['a', 'b', 'a', '1', '2', '3', '4', '5', '6', '7']) noteRecent(item(key), storage);
    deepEqual(
      readRecent(storage).map(({ key }) => key),
      ['7', '6', '5', '4', '3', '2', '1', 'a'],
    );
  });

  it('contain no actions and no requests', () => {
    const storage = storageOf();
    noteRecent({ ...item('a'), does: { act: () => undefined } }, storage);
    deepEqual(readRecent(storage), []);
  });

  it('never link to another host, whatever is stored', () => {
    const bad = [{ ...item('a'), does: { href: '//elsewhere.example' } }, { ...item('b'), does: { href: 'javascript:1' } }, 1, null, {}];
    equal(readRecent(storageOf(JSON.stringify(bad))).length, 0);
    for (const stored of ['{', '{}', '1', 'null']) deepEqual(readRecent(storageOf(stored)), []);
  });
});
