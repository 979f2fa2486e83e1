import { throws } from 'node:assert/strict';
import { assertDeclarable, assertTagged, capabilities } from './capabilities.ts';

describe('declarations of capabilities', () => {
  it('exclude reserved, impossible and unknown tags, each with its reason', () => {
    assertDeclarable(['@variants', '@stale']);
    throws(() => assertDeclarable(['@caching']), /reserved/);
    throws(() => assertDeclarable(['@numeric-coercion']), /impossible in JavaScript/);
    throws(() => assertDeclarable(['@other']), /no capability/);
  });

  it('require a scenario of each capability, and no scenario of another tag', () => {
    assertTagged([[], [...capabilities]]);
    throws(() => assertTagged([capabilities.slice(1)]), /No scenario has these tags: @variants/);
    throws(() => assertTagged([[...capabilities, '@caching']]), /unknown or reserved tags: @caching/);
  });
});
