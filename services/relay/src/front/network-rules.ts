import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Returns true if the address may call the relay. Of an address on both lists, the deny list decides. */
export function networkRules(allowed: readonly string[], denied: readonly string[]): (address: string) => boolean {
  const [allow, deny] = [listOf(allowed), listOf(denied)];
  if (allowed.length === 0 && denied.length === 0) return () => true;
  return (address) => !isOn(deny, address) && (allowed.length === 0 || isOn(allow, address));
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return list;
}

const isOn = (list: BlockList, address: string): boolean =>
  isIPv4(address) ? list.check(address, 'ipv4') : isIPv6(address) && list.check(address, 'ipv6');
