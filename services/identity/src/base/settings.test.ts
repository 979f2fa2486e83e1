import { doesNotThrow, throws } from 'node:assert/strict';
import { readSettings } from '@signalbox/kit';
import { identitySurface } from '../surface.ts';

describe('INIT_CLIENT_API_TOKENS', () => {
  const read = (hex: string) => readSettings({ INIT_CLIENT_API_TOKENS: `default:development.${hex}` }, [identitySurface]);

  it('accepts a token of 56 hexadecimal digits', () => {
    doesNotThrow(() => read('0a'.repeat(28)));
  });

  it('refuses a token of 55 hexadecimal digits', () => {
    throws(() => read('0a'.repeat(28).slice(1)), /a token of 220 bits; at least 224 are required/);
  });
});
