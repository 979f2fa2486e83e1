import assert from 'node:assert/strict';
import { BlockList, isIP } from 'node:net';
import * as fc from 'fast-check';
import { contains, parseAddress, parseNetwork } from './address.ts';

const octet = fc.nat(255);
const version4 = fc.tuple(octet, octet, octet, octet).map((groups) => groups.join('.'));
const version6 = fc.oneof(
  fc.ipV6(),
  fc.array(fc.constantFrom('0', '1', 'fe80', 'ABCD', '', '1.2.3.4'), { maxLength: 9 }).map((groups) => groups.join(':')),
);

function isWithin(network: string, address: string): boolean {
  const [parsedNetwork, parsedAddress] = [parseNetwork(network), parseAddress(address)];
  assert.ok(parsedNetwork && parsedAddress);
  return contains(parsedNetwork, parsedAddress);
}

describe('an address', () => {
  it('is accepted exactly if the platform accepts it', () => {
    const text = fc.oneof(version4, version6, fc.stringMatching(/^[0-9.]{0,12}$/), fc.stringMatching(/^[0-9a-f:]{0,12}$/));
    fc.assert(
      fc.property(text, (address) => {
        assert.equal(parseAddress(address) !== undefined, isIP(address) !== 0, address);
      }),
      { numRuns: 2000 },
    );
  });

  it("is in a network exactly if it is on the platform's block list", () => {
    const near = fc.tuple(version4, fc.nat(32), fc.nat(31));
    fc.assert(
      fc.property(near, ([base, bits, flipped]) => {
        const value = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
        const other = (value ^ (1 << flipped)) >>> 0;
        const address = [24, 16, 8, 0].map((shift) => (other >>> shift) & 255).join('.');
        const list = new BlockList();
        list.addSubnet(base, bits, 'ipv4');
        assert.equal(isWithin(`${base}/${bits}`, address), list.check(address, 'ipv4'));
      }),
    );
  });

  it('is compared as bits for IPv6, regardless of spelling', () => {
    const network = '2001:db8:0:8000::/49';
    assert.ok(isWithin(network, '2001:0DB8:0:ffff::1'));
    assert.ok(!isWithin(network, '2001:db8:0:7fff::1'));
    assert.ok(!isWithin('0.0.0.0/0', '::ffff:1.2.3.4'));
  });

  for (const text of ['1.2.3.4/33', '1.2.3.4/', '1.2.3.4/-1', '1.2.3.4/08', '::/129', '1.2.3/8', 'x/8', '']) {
    it(`is refused as the network "${text}"`, () => {
      assert.equal(parseNetwork(text), undefined);
    });
  }
});
