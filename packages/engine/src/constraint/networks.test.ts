import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { contains, parseAddress, parseNetwork } from './address.ts';
import { compileNetworks } from './networks.ts';

const near = fc.constantFrom(0, 1, 2, 127, 128, 255);
const version4 = fc.tuple(near, near, near, near).map((groups) => groups.join('.'));
const version6 = fc.tuple(near, near, near).map(([a, b, c]) => `${a.toString(16)}:${b.toString(16)}::${c.toString(16)}`);
const address = fc.oneof(version4, version6);
const entry = fc.oneof(
  address,
  fc.tuple(address, fc.nat(130)).map(([base, bits]) => `${base}/${bits}`),
);

function isInAny(entries: readonly string[], text: string): boolean {
  const parsed = parseAddress(text) ?? [];
  return entries.map(parseNetwork).some((network) => network !== undefined && contains(network, parsed));
}

describe('compileNetworks', () => {
  it('matches exactly the addresses in any of the networks', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), address, (entries, text) => {
        assert.equal(compileNetworks(entries)(text), isInAny(entries, text));
      }),
      { numRuns: 20_000 },
    );
  });

  it('matches nothing without valid networks, and no invalid address', () => {
    assert.equal(compileNetworks(['bogus', '10.0.0.0/33'])('10.0.0.0'), false);
    assert.equal(compileNetworks(['0.0.0.0/0', '::/0'])('10.0.0.0/8'), false);
  });
});
