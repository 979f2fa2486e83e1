import { doesNotThrow, throws } from 'node:assert/strict';
import { readSettings } from '@signalbox/kit';
import { identitySurface } from '../surface.ts';

describe('INIT_CLIENT_API_TOKENS', () => {
  const read = (hex: string) => readSettings({ INIT_CLIENT_API_TOKENS: `default:development.${hex}` }, [identitySurface]);

  it('accepts a token of 56 hexadecimal digits', () => {
    doesNotThrow(() => read('0a'.repeat(28)));
  });

  it('accepts a token in the v2 format of the reference system', () => {
    doesNotThrow(() => read(`v2_${'aB'.repeat(11)}_${'x-_'.repeat(14)}y`));
    throws(() => read(`v2_${'aB'.repeat(11)}_${'x-_'.repeat(14)}`), /must be tokens of the form/);
  });

  it('refuses a token of 55 hexadecimal digits', () => {
    throws(() => read('0a'.repeat(28).slice(1)), /a token of 220 bits; at least 224 are required/);
  });
});
