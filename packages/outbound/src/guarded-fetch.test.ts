import { equal, match, ok, rejects, throws } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type GuardedFetch, openGuardedFetch } from './guarded-fetch.ts';
import { isPublicAddress } from './public-address.ts';

const maxBytes = 512 * 1024;
const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const packed = (coding: string, bytes: number) => packers[coding as keyof typeof packers](Buffer.alloc(bytes, ' '));

describe('a guarded fetch', () => {
  let server: Server;
  let host: string;
  let guarded: GuardedFetch;
  before(async () => {
    server = createServer((request, response) => {
      const [, coding, bytes] = /^\/packed\/(\w+)\/(\d+)$/.exec(request.url ?? '') ?? [];
      if (coding) response.writeHead(200, { 'content-encoding': coding }).end(packed(coding, Number(bytes)));
      else if (request.url === '/large') response.end('x'.repeat(600 * 1024));
      else if (request.url === '/away') response.writeHead(302, { location: '/' }).end();
      else response.end('hello');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    guarded = openGuardedFetch({ hosts: [host], setting: 'SOME_HOSTS', deadlineMs: 300_000 });
  });
  after(async () => {
    await guarded.close();
    server.close();
  });

  const causeOf = (error: unknown): string => String((error as { cause?: { message?: string } }).cause?.message ?? error);

  it('reaches an allowed internal host with its port, and no other port there', async () => {
    equal(await (await guarded.fetch(`http://${host}/`)).text(), 'hello');
    await rejects(guarded.fetch('http://127.0.0.1:1/'), /must start with https/);
  });

  it('does not connect to an internal address or name', async () => {
    const port = host.split(':')[1];
    for (const url of [
      `https://127.0.0.2:${port}/`,
      `https://[::1]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      `https://localhost:${port}/`,
      'https://169.254.169.254/latest',
      'https://2130706433/',
    ])
      await rejects(guarded.fetch(url), (error) => /is not a public address/.test(causeOf(error)), url);
  });

  it('accepts only HTTPS, without credentials in the URL', () => {
    for (const url of ['http://example.com/', 'file:///etc/passwd', 'nothing', 'https://user:secret@example.com/'])
      throws(() => guarded.refuse(url));
    guarded.refuse('https://example.com/');
  });

  it('follows no redirect, and reads at most 512 kB', async () => {
    equal((await guarded.fetch(`http://${host}/away`)).status, 302);
    await rejects(
      async () => (await guarded.fetch(`http://${host}/large`)).text(),
      (error) => {
        match(causeOf(error), /size|exceeded/i);
        return true;
      },
    );
  });

  for (const coding of Object.keys(packers))
    it(`counts the bytes of a response in ${coding} after decompression`, async () => {
      const complete = await guarded.fetch(`http://${host}/packed/${coding}/${maxBytes}`);
      equal((await complete.arrayBuffer()).byteLength, maxBytes);
      const bomb = packed(coding, 50 * maxBytes).length;
      ok(bomb < maxBytes, `${bomb} bytes on the wire`);
      const { body } = await guarded.fetch(`http://${host}/packed/${coding}/${50 * maxBytes}`);
      let received = 0;
      await rejects(async () => {
        for await (const chunk of body ?? []) received += chunk.length;
      }, /exceeds the limit of 524288 bytes/);
      ok(received <= maxBytes, `${received} bytes`);
    });

  it('recognizes public addresses', () => {
    for (const address of ['8.8.8.8', '2606:4700::1111']) equal(isPublicAddress(address), true, address);
    for (const address of [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.1.1',
      '172.16.0.1',
      '192.168.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'x',
    ])
      equal(isPublicAddress(address), false, address);
  });
});
