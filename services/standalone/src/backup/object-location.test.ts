import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { DeleteBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { readSettings } from '@signalbox/kit';
import { openFaultProxy } from '@signalbox/testing/fault-proxy';
import type { BackupLocation } from './backup-location.ts';
import { locate } from './locate.ts';
import { backupSurface } from './surface.ts';

const megabyte = 1_000_000;
const key = { AWS_ACCESS_KEY_ID: 'an-id', AWS_SECRET_ACCESS_KEY: 'a-secret' };
const locateAt = (endpoint: string, name: string, further = {}): Promise<BackupLocation> =>
  locate(name, readSettings({ ...key, AWS_ENDPOINT_URL: endpoint, ...further }, [backupSurface]));

/** Chunks of a megabyte with their number. */
async function* megabytes(amount: number, before: (index: number) => void = () => undefined) {
  for (let index = 0; index < amount; index += 1) {
    before(index);
    yield Buffer.alloc(megabyte, index);
  }
}

const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

describe('an object in S3-compatible storage', () => {
  let storage: FauxqsServer;
  let client: S3Client;
  let url: string;
  let proxy: Server;
  let proxyUrl: string;
  const passed = { requests: 0, responses: 0 };
  /** Cuts the next connection after this many bytes of responses. */
  let cutAfter = Infinity;
  const bucket = 'backups';
  const [name, other] = ['daily/one', 'daily/other'].map((path) => `s3://${bucket}/${path}`) as [string, string];

  before(async () => {
    storage = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
    url = `http://127.0.0.1:${storage.port}`;
    client = new S3Client({
      endpoint: url,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    });
    proxy = createServer((from) => {
      const to = connect(storage.port, '127.0.0.1');
      from.on('data', ({ length }) => (passed.requests += length));
      to.on('data', ({ length }) => {
        passed.responses += length;
        if (passed.responses < cutAfter) return;
        cutAfter = Infinity;
        from.destroy();
      });
      from.pipe(to).pipe(from);
      for (const socket of [from, to]) socket.on('error', () => to.destroy());
    });
    proxyUrl = `http://127.0.0.1:${await portOf(proxy)}`;
  });
  beforeEach(() => {
    storage.createBucket(bucket);
    Object.assign(passed, { requests: 0, responses: 0 });
  });
  afterEach(() => storage.purgeAll());
  after(async () => {
    client.destroy();
    proxy.close();
    await storage.stop();
  });

  const objects = async () => (await client.send(new ListObjectsV2Command({ Bucket: bucket }))).Contents?.map(({ Key }) => Key) ?? [];
  const contentOf = (location: BackupLocation) => Array.fromAsync(location.read()).then((chunks) => Buffer.concat(chunks));

  it('is written and read in parts, without holding more than a few of them', async () => {
    const location = await locateAt(proxyUrl, name);
    let maxBytes = 0;
    let amount = 0;
    const noted = (index: number) => {
      maxBytes = Math.max(maxBytes, index * megabyte - passed.requests);
    };
    await location.write(megabytes(45, noted));
    ok(maxBytes < 32 * megabyte, `${maxBytes} bytes were in memory`);
    deepEqual(await objects(), ['daily/one']);
    passed.responses = 0;
    for await (const part of (await locateAt(proxyUrl, name)).read()) {
      for (let at = 0; at < part.length; at += megabyte) equal(part[at], Math.floor((amount + at) / megabyte), String(amount + at));
      amount += part.length;
      ok(passed.responses - amount < megabyte);
    }
    equal(amount, 45 * megabyte);
  });

  it('holds a short content too', async () => {
    const location = await locateAt(url, name);
    equal(await location.exists(), false);
    await location.write(megabytes(1));
    equal(await location.exists(), true);
    equal((await contentOf(location)).length, megabyte);
  });

  it('does not exist if its content ends with an error, and the upload is aborted', async () => {
    const location = await locateAt(url, name);
    const failing = megabytes(25, (index) => {
      if (index === 22) throw new Error('the database is away');
    });
    await rejects(location.write(failing), { message: 'the database is away' });
    deepEqual(await objects(), []);
    // A bucket with an upload in progress is in use.
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
  });

  it('does not exist if the storage fails in the middle', async () => {
    const broken = await openFaultProxy(url);
    const location = await locateAt(broken.url, name);
    const failing = megabytes(25, (index) => {
      if (index === 15) broken.inject({ reset: true });
    });
    await rejects(location.write(failing), /s3:\/\/backups\/daily\/one cannot be written: .* Check AWS_ENDPOINT_URL and the network/);
    broken.inject({});
    equal(await location.exists(), false);
    await broken.close();
  });

  it('is read to its end even if a response ends early', async () => {
    await (await locateAt(url, name)).write(megabytes(20));
    cutAfter = 12 * megabyte;
    const content = await contentOf(await locateAt(proxyUrl, name));
    equal(cutAfter, Infinity);
    equal(content.length, 20 * megabyte);
    for (let index = 0; index < 20; index += 1) equal(content[index * megabyte], index);
  });

  it('is not read further once it was replaced', async () => {
    const location = await locateAt(url, other);
    await location.write(megabytes(1));
    await contentOf(location);
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'daily/other', Body: 'x' }));
    await rejects(contentOf(location), /cannot be read: it was replaced in the meantime/);
  });

  it('is refused with advice if the name, the bucket or the object is wrong', async () => {
    for (const wrong of ['s3://', 's3://bucket', 's3://bucket/', 's3://bucket/prefix/'])
      await rejects(locateAt(url, wrong), /An object is named s3:\/\/BUCKET\/NAME/, wrong);
    const elsewhere = await locateAt(url, 's3://elsewhere/one');
    await rejects(elsewhere.exists(), /s3:\/\/elsewhere\/one cannot be written: there is no such bucket\. Create it/);
    await rejects(elsewhere.write(megabytes(1)), /there is no such bucket/);
    await rejects(contentOf(elsewhere), /cannot be read: there is no such bucket/);
    await rejects(contentOf(await locateAt(url, name)), /cannot be read: there is no such object\.$/);
  });
});

describe('storage that refuses', () => {
  let server: ReturnType<typeof createHttpServer>;
  let url: string;
  let respond: RequestListener;
  const seen: Record<string, unknown>[] = [];
  before(async () => {
    server = createHttpServer((request, response) => {
      seen.push(request.headers);
      respond(request, response);
    });
    url = `http://127.0.0.1:${await portOf(server)}`;
  });
  beforeEach(() => void (seen.length = 0));
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const refusing =
    (code: string, status = 403): RequestListener =>
    (request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
    };
  const write = async (further = {}) => (await locateAt(url, 's3://bucket/name', further)).write(megabytes(1));

  it('is reported with advice for each reason', async () => {
    const advice = {
      AccessDenied: /: access is denied\. The key needs s3:PutObject and s3:AbortMultipartUpload/,
      InvalidAccessKeyId: /: the access key is not valid\. Check AWS_ACCESS_KEY_ID/,
      SignatureDoesNotMatch: /: the access key is not valid\. Check AWS_ACCESS_KEY_ID/,
      AuthorizationHeaderMalformed: /: the bucket is in another region\. Set AWS_REGION\.$/,
      QuotaExceeded: /: QuotaExceeded: No\./,
    };
    for (const [code, expected] of Object.entries(advice)) {
      respond = refusing(code);
      await rejects(write(), expected, code);
    }
  });

  it('lets a key that may only write make a backup, and refuses to read it once', async () => {
    respond = refusing('AccessDenied');
    const location = await locateAt(url, 's3://bucket/name');
    equal(await location.exists(), false);
    seen.length = 0;
    await rejects(Array.fromAsync(location.read()), /cannot be read: access is denied/);
    equal(seen.length, 1);
  });

  it('receives the key, its token and the region', async () => {
    respond = refusing('AccessDenied');
    await rejects(write({ AWS_SESSION_TOKEN: 'a-token', AWS_REGION: 'eu-central-1' }));
    const [headers = {}] = seen;
    match(String(headers['authorization']), /Credential=an-id\/\d{8}\/eu-central-1\/s3/);
    equal(headers['x-amz-security-token'], 'a-token');
  });

  it('is no storage at all if it responds with pages or does not listen', async () => {
    respond = (request, response) => {
      request.resume();
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
    };
    await rejects(write(), /127\.0\.0\.1:\d+ does not respond as S3-compatible storage .* Check AWS_ENDPOINT_URL and the network\.$/);
    const closed = await locateAt('http://127.0.0.1:1', 's3://bucket/name');
    await rejects(closed.exists(), /http:\/\/127\.0\.0\.1:1 does not respond .*ECONNREFUSED.* Check AWS_ENDPOINT_URL/);
  });

  it('is reached through HTTPS_PROXY, except for the hosts in NO_PROXY', async () => {
    const requested: string[] = [];
    const proxy = createHttpServer().on('connect', ({ url: host = '' }, socket) => {
      requested.push(host);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const HTTPS_PROXY = `http://127.0.0.1:${await portOf(proxy)}`;
    const at = (further: object) => locateAt('https://storage.invalid', 's3://bucket/name', { HTTPS_PROXY, ...further });
    await rejects((await at({})).exists(), /does not respond/);
    ok(requested.length > 0 && requested.every((host) => host === 'storage.invalid:443'));
    requested.length = 0;
    await rejects((await at({ NO_PROXY: 'storage.invalid' })).exists(), /does not respond/);
    deepEqual(requested, []);
    proxy.close();
  });
});
