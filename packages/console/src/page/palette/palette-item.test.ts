import { deepEqual, equal } from 'node:assert/strict';
import { matching, type PaletteItem, rankOf, readAddition, readInvitation, readSwitch } from './palette-item.ts';

const item = (title: string): PaletteItem => ({ key: title, kind: 'page', title, does: { href: '/' } });

describe('items of the palette', () => {
  const ranks: readonly (readonly [text: string, typed: string, rank: number | null])[] = [
    ['Audit', 'audit', 0],
    ['Audit', ' au', 1],
    ['express-pay', 'pay', 2],
    ['repay', 'pay', 3],
    ['New feature in shop', 'new shop', 4],
    ['Audit', 'pay', null],
  ];
  for (const [text, typed, rank] of ranks) it(`rank ${text} by ${typed}`, () => equal(rankOf(text, typed), rank));

  it('are found by the typed text, best match first', () =>
    deepEqual(
      matching([item('repay'), item('other'), item('express-pay'), item('pay')], 'pay').map(({ title }) => title),
      ['pay', 'express-pay', 'repay'],
    ));
});

describe('a typed switch command', () => {
  const texts: readonly (readonly [typed: string, read: object | null])[] = [
    ['turn off express-pay in Production', { isOn: false, feature: 'express-pay', environment: 'production' }],
    ['Switch ON exp', { isOn: true, feature: 'exp', environment: '' }],
    ['turn off exp in', { isOn: false, feature: 'exp', environment: '' }],
    ['turn off', null],
    ['turnoff-feature', null],
    ['turn off a b', null],
  ];
  for (const [typed, read] of texts) it(`is parsed from ${typed}`, () => deepEqual(readSwitch(typed), read));
});

describe('a typed command about a person', () => {
  it('names an address to invite', () => {
    deepEqual(['invite ann@example.com', 'Invite  ann@', 'invite ann', 'ann@example.com'].map(readInvitation), [
      'ann@example.com',
      null,
      null,
      null,
    ]);
  });

  it('names a user to add to the project', () => {
    const read = (typed: string) => Object.values(readAddition(typed) ?? {});
    deepEqual(['add ann', 'Add Ann Berg to shop', 'add ann to', 'add ', 'ann'].map(read), [
      ['ann', ''],
      ['Ann Berg', ''],
      ['ann', ''],
      [],
      [],
    ]);
    deepEqual(['add ann as', 'add ann to shop as Change request approver'].map(read), [
      ['ann', ''],
      ['ann', 'Change request approver'],
    ]);
  });
});
