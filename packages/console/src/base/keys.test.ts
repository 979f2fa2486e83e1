import { deepEqual, equal } from 'node:assert/strict';
import { type Pressed, shortcutReader, shortcuts } from './keys.ts';

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({ key, isInField: false, hasModifier: false, ...more });

describe('shortcuts', () => {
  it('match a single key', () => equal(shortcutReader()(press('n'), 0), 'create'));
  it('match each digit from 1 to 9', () => equal(shortcutReader()(press('3'), 0), 'switch'));
  it('do not match zero', () => equal(shortcutReader()(press('0'), 0), null));

  it('match two keys pressed within a second', () => {
    const read = shortcutReader();
    deepEqual([read(press('g'), 0), read(press('f'), 900)], [null, 'goFeatures']);
  });

  it('forget the first key after a second', () => {
    const read = shortcutReader();
    deepEqual([read(press('g'), 0), read(press('f'), 1000)], [null, 'favorite']);
  });

  it('match the second key alone if both keys form no sequence', () => {
    const read = shortcutReader();
    deepEqual([read(press('g'), 0), read(press('n'), 10), read(press('f'), 20)], [null, 'create', 'favorite']);
  });

  it('are ignored in fields, except for Escape', () => {
    const read = shortcutReader();
    deepEqual([read(press('n', { isInField: true }), 0), read(press('Escape', { isInField: true }), 0)], [null, 'close']);
  });

  it('leave the browser’s own shortcuts alone', () => equal(shortcutReader()(press('f', { hasModifier: true }), 0), null));

  it('match a key with Ctrl or Cmd, in fields too', () => {
    const pressed = { hasModifier: true, isCommand: true, isInField: true };
    equal(shortcutReader()(press('k', pressed), 0), 'palette');
    equal(shortcutReader()(press('K', pressed), 0), 'palette');
    equal(shortcutReader()(press('Enter', pressed), 0), 'submit');
    equal(shortcutReader()(press('z', pressed), 0), null);
  });

  it('match only keys that type no character while single keys are turned off', () => {
    const read = shortcutReader(() => false);
    deepEqual([read(press('z'), 0), read(press('g'), 0), read(press('f'), 1), read(press('?'), 2)], [null, null, null, null]);
    deepEqual([read(press('Escape'), 3), read(press('Enter'), 4)], ['close', 'open']);
    equal(read(press('k', { hasModifier: true, isCommand: true }), 5), 'palette');
  });

  it('are unique', () => {
    const keys = Object.values(shortcuts).map((shortcut) => shortcut.keys);
    equal(new Set(keys).size, keys.length);
  });
});
