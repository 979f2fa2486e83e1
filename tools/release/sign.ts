import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the key that signs releases. Throws unless it is a private ed25519 key in PEM. */
export function readKey(file: string): KeyObject {
  const key = createPrivateKey(readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${file} is not an ed25519 key: openssl genpkey -algorithm ed25519 -out ${file}`);
  return key;
}

/** Origin of the files: the commit and the command that built them. */
export interface Build {
  readonly version: string;
  readonly revision: string;
  readonly command: string;
  readonly node: string;
  /** ISO 8601. */
  readonly startedOn: string;
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Writes the provenance of all files (SLSA 1.0 in a DSSE envelope), their checksums, the signature of these, and the public key. */
export function signFolder(folder: string, key: KeyObject, build: Build): void {
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  const digests = () =>
    readdirSync(folder)
      .toSorted()
      .map((name) => ({ name, sha256: sha256(join(folder, name)) }));
  write('provenance.dsse.json', `${JSON.stringify(envelopeOf(statementOf(digests(), build), key), null, 2)}\n`);
  const sums = digests()
    .map(({ name, sha256: digest }) => `${digest}  ${name}\n`)
    .join('');
  write('SHA256SUMS', sums);
  write('SHA256SUMS.sig', sign(null, Buffer.from(sums), key));
  write('release-key.pub', createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}

const statementOf = (files: readonly { readonly name: string; readonly sha256: string }[], build: Build): object => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: files.map(({ name, sha256: digest }) => ({ name, digest: { sha256: digest } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'https://signalbox.example.com/release/v1',
      externalParameters: { version: build.version, command: build.command },
      resolvedDependencies: [{ uri: 'git+signalbox', digest: { gitCommit: build.revision } }],
      internalParameters: { node: build.node },
    },
    runDetails: { builder: { id: 'npm run release' }, metadata: { startedOn: build.startedOn } },
  },
});

const payloadType = 'application/vnd.in-toto+json';

/** Signs the statement as DSSE prescribes: over its type and content, each with its length. */
function envelopeOf(statement: object, key: KeyObject): object {
  const payload = Buffer.from(JSON.stringify(statement));
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload]);
  return { payloadType, payload: payload.toString('base64'), signatures: [{ sig: sign(null, signed, key).toString('base64') }] };
}
