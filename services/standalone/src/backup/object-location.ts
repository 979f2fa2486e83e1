import { Agent } from 'node:https';
import { ReadableStream } from 'node:stream/web';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { retry, type Settings } from '@signalbox/kit';
import type { BackupLocation, Bytes } from './backup-location.ts';
import { BackupProblem } from './progress.ts';
import { accessKeyId, endpointUrl, region, secretAccessKey, sessionToken } from './surface.ts';

/** An object has at most 10,000 parts. */
const partBytes = 10 * 1024 * 1024;
const partsAtOnce = 2;
const attempts = 5;
const pauseMs = 500;
const connectMs = 10_000;
const silenceMs = 60_000;

/** An object in S3-compatible storage, `s3://bucket/name`. It is written and read part by part, so that no copy is on a disk or in memory. */
export function objectAt(target: string, settings: Settings): BackupLocation {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.*[^/])$/.exec(target) ?? [];
  if (bucket === undefined || key === undefined) throw new BackupProblem(`An object is named s3://BUCKET/NAME, not ${target}.`);
  const client = openClient(settings);
  const object = { Bucket: bucket, Key: key };
  const refuse = (what: string, error: unknown) => {
    throw new BackupProblem(`${target} cannot be ${what}: ${reasonOf(error, settings)}.`, { cause: error });
  };
  /** Identifies the content, so that all parts are read from the same one. */
  let tag: string | undefined;

  async function readPart(first: number, bytes: number) {
    const range = { Range: `bytes=${first}-${first + bytes - 1}`, IfMatch: tag };
    const { Body, ContentRange, ETag } = await client.send(new GetObjectCommand({ ...object, ...range }));
    const content = (await Body?.transformToByteArray()) ?? new Uint8Array();
    tag = ETag;
    return { content, total: Number(ContentRange?.split('/')[1] ?? content.length) };
  }

  return {
    name: target,
    async exists() {
      try {
        await readPart(0, 1);
        return true;
      } catch (error) {
        // Keys that may only write are safer for backups.
        if (['NoSuchKey', 'AccessDenied'].includes(nameOf(error))) return false;
        if (nameOf(error) === 'InvalidRange') return true;
        return refuse('written', error);
      }
    },
    async write(bytes) {
      const source = watch(bytes);
      const params = { ...object, Body: ReadableStream.from(source.bytes) };
      try {
        // Aborts the upload after a failure.
        await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
      } catch (error) {
        if (source.failure !== undefined) throw source.failure as Error;
        refuse('written', error);
      }
    },
    async *read() {
      let total = 1;
      try {
        for (let read = 0; read < total; ) {
          const part = await retry(() => readPart(read, partBytes), {
            waitMs: () => pauseMs,
            again: (error, attempt) => attempt < attempts && isCut(error),
          });
          yield part.content;
          read += part.content.length;
          total = part.total;
        }
      } catch (error) {
        refuse('read', error);
      }
    },
  };
}

/** The bytes, with the failure that ended them, if any. */
function watch(source: Bytes) {
  const watched: { failure?: unknown; readonly bytes: Bytes } = { bytes: bytes() };
  async function* bytes() {
    try {
      yield* source;
    } catch (error) {
      watched.failure = error;
      throw error;
    }
  }
  return watched;
}

function openClient(settings: Settings): S3Client {
  const [endpoint, id, token] = [settings.get(endpointUrl), settings.get(accessKeyId), settings.get(sessionToken)];
  const secret = { secretAccessKey: settings.get(secretAccessKey), ...(token !== null && { sessionToken: token }) };
  const proxyEnv = { HTTPS_PROXY: settings.httpsProxy ?? '', NO_PROXY: settings.noProxy };
  return new S3Client({
    region: settings.get(region),
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs, httpsAgent: new Agent({ keepAlive: true, proxyEnv }) },
    ...(id !== null && { credentials: { accessKeyId: id, ...secret } }),
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  });
}

const nameOf = (error: unknown): string => (error as Error).name;

const wrongKey = 'the access key is not valid. Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN';
const otherRegion = 'the bucket is in another region. Set AWS_REGION';

const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket. Create it, or correct its name or AWS_ENDPOINT_URL',
  NoSuchKey: 'there is no such object',
  AccessDenied: 'access is denied. The key needs s3:PutObject and s3:AbortMultipartUpload for a backup, and s3:GetObject for a restore',
  PreconditionFailed: 'it was replaced in the meantime. Run the command again',
  InvalidAccessKeyId: wrongKey,
  SignatureDoesNotMatch: wrongKey,
  ExpiredToken: wrongKey,
  CredentialsProviderError: 'there is no access key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  PermanentRedirect: otherRegion,
  AuthorizationHeaderMalformed: otherRegion,
};

/** The client has repeated failed requests, but not responses that end early. */
const isCut = (error: unknown): boolean => !('$metadata' in (error as object));

function reasonOf(error: unknown, settings: Settings): string {
  const known = reasons[nameOf(error)];
  if (known) return known;
  const { message } = error as Error;
  // Storage gives its reason in XML.
  if ('Code' in (error as object)) return `${nameOf(error)}: ${message}`;
  const endpoint = settings.get(endpointUrl) ?? 'Amazon S3';
  return `${endpoint} does not respond as S3-compatible storage (${message || nameOf(error)}). Check AWS_ENDPOINT_URL and the network`;
}
