import { equal, ok, rejects } from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { type lookup as systemLookup, Resolver } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openGuardedFetch } from './guarded-fetch.ts';

/** All lead into the internal network, despite their appearance. */
const hosts = [
  ['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0', '0.0.0.0', 'localhost', 'LOCALHOST'],
  ['2130706433', '0x7f000001', '0x7f.0.0.1', '0x7f.1', '0177.0.0.1', '017700000001', '127.0x0.0.01', '127.0.0.1.'],
  ['①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', '１２７.0.0.1'],
  ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[0:0:0:0:0:ffff:a00:1]'],
  ['[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]', '[100::1]', '[fe80::1]', '[fc00::1]'],
  ['[fd00:ec2::254]', '[ff02::1]', '[fec0::1]'],
  ['169.254.169.254', '0xa9fea9fe', '2852039166', '169.254.43518', '100.100.100.200', '192.0.0.192'],
  ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ['example.com@127.0.0.1', '127.0.0.1#.example.com', '127.0.0.1?.example.com'],
].flat();
/** Errors of the guard, as opposed to failed connections. */
const refused = /is not a public address|must start with https|is not valid|not contain a username/;
const reasonOf = (error: Error): string => (error.cause instanceof Error ? error.cause : error).message;
const schemes = ['http', 'ftp', 'file', 'gopher', 'data', 'ws', 'javascript', 'blob'];

describe('a hostile URL', () => {
  let inside: Server;
  let connections = 0;
  let port = 0;
  before(async () => {
    inside = createServer((_request, response) => void response.end('of the inside')).on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve));
    port = (inside.address() as AddressInfo).port;
  });
  after(() => inside.close());

  it('reaches nothing internal, in any spelling of an address or name', async () => {
    const guarded = openGuardedFetch({ setting: 'SOME_NETWORKS' });
    const urls = [
      ...hosts.map((host) => (/[#?]/.test(host) ? `https://${host.replace(/(?=[#?])/, `:${port}`)}` : `https://${host}:${port}/`)),
      ...schemes.map((scheme) => `${scheme}://127.0.0.1:${port}/`),
    ];
    ok(urls.length >= 60);
    for (const url of urls) await rejects(guarded.fetch(url), (error: Error) => refused.test(reasonOf(error)), url);
    equal(connections, 0);
    await guarded.close();
  });

  it('is not fetched if its port belongs to another protocol, wherever it leads', async () => {
    const guarded = openGuardedFetch({ setting: 'SOME_NETWORKS', networks: ['127.0.0.0/8'] });
    for (const other of [22, 25, 143, 6000, 6667])
      await rejects(guarded.fetch(`http://127.0.0.1:${other}/`), (error: Error) => /bad port/.test(reasonOf(error)));
    equal(await (await guarded.fetch(`http://127.0.0.1:${port}/`)).text(), 'of the inside');
    await guarded.close();
  });

  describe('with a name server that changes its response', () => {
    let names: NameServer;
    let allowed: Server;
    before(async () => {
      names = await openNameServer();
      // Stands for an allowed address, since tests do not connect to the internet.
      allowed = createServer((_request, response) => void response.writeHead(200, { connection: 'close' }).end('allowed'));
      await new Promise<void>((resolve) => void allowed.listen(port, '127.0.0.2', resolve));
    });
    after(() => {
      names.close();
      allowed.close();
    });

    it('reaches nothing internal, although the first answer was an allowed address', async () => {
      const guarded = openGuardedFetch({ setting: 'SOME_NETWORKS', networks: ['127.0.0.2/32'], lookup: names.lookup });
      const before = connections;
      const url = `http://rebinding.example:${port}/`;
      names.answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.1', '127.0.0.2'], ['127.0.0.2']];
      equal(await (await guarded.fetch(url)).text(), 'allowed');
      for (let times = 0; times < 3; times += 1)
        await rejects(guarded.fetch(url), (error: Error) => /is not a public address/.test(reasonOf(error)));
      equal(await (await guarded.fetch(url)).text(), 'allowed');
      equal(connections, before);
      equal(names.answers.length, 0);
      await guarded.close();
    });
  });
});

/** A name server with one answer per query, in turn: the addresses of the name. */
interface NameServer {
  answers: string[][];
  readonly lookup: typeof systemLookup;
  close(): void;
}

async function openNameServer(): Promise<NameServer> {
  const socket: Socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => socket.send(answerTo(question, server.answers.shift() ?? []), port, address));
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const lookup = (name: string, _options: object, callback: (error: Error | null, addresses: object[]) => void) =>
    resolver.resolve4(name, (error, addresses) => callback(error, error ? [] : addresses.map((address) => ({ address, family: 4 }))));
  const server: NameServer = { answers: [], lookup: lookup as unknown as typeof systemLookup, close: () => socket.close() };
  return server;
}

/** A response with uncacheable addresses (RFC 1035, 4.1). */
function answerTo(message: Buffer, addresses: readonly string[]): Buffer {
  const nameEnd = message.indexOf(0, 12);
  const question = message.subarray(12, nameEnd + 5);
  const header = Buffer.from([message[0] ?? 0, message[1] ?? 0, 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
  const records = addresses.map((address) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]));
  return Buffer.concat([header, question, ...records]);
}
