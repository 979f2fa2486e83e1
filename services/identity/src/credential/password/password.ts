import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Failure } from '@signalbox/contracts';
import { callerOf, type Request, Turns } from '@signalbox/kit';
import { readableSecret } from '../../base/readable-secret.ts';
import { isImported, isImportedPassword } from './imported-password.ts';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const saltBytes = 16;
const deriveNow = promisify(argon2) as (algorithm: 'argon2id', parameters: object) => Promise<Buffer>;
/** Half of the threads of Node's pool. The others keep syncing commits and resolving names while many users log in. */
const maxHashing = 2;
/** Addresses take turns. The slowest imported hashes of one address take about ten seconds. */
const turns = new Turns({
  atOnce: maxHashing,
  share: maxHashing,
  perAuthor: 50,
  total: 200,
  refusal: () =>
    new Failure('RateLimitError', 'Too many passwords are waiting to be checked. Try again shortly.', { retryAfterSeconds: 5 }),
});

/** The origin of the password. */
type Sender = Pick<Request, 'clientAddress'>;

const inTurn = <T>({ clientAddress }: Sender, work: () => Promise<T>): Promise<T> =>
  turns.take({ author: callerOf(clientAddress), size: 1 }, work);

const derive = (parameters: object, sender: Sender): Promise<Buffer> => inTurn(sender, () => deriveNow('argon2id', parameters));

/** Hashes a password into PHC form: cost, salt and tag in one string. Throws 429 while too many are waiting. */
export async function hashPassword(password: string, sender: Sender): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const tag = await derive({ message: password, nonce, ...cost }, sender);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(nonce)}$${plain(tag)}`;
}

/** Checks a password. Without a hash, returns false after the same work as with one of our own. Throws 429 while too many are waiting. */
export async function isPassword(password: string, hash: string | null, sender: Sender): Promise<boolean> {
  if (isImported(hash)) return inTurn(sender, () => isImportedPassword(password, hash));
  const { memory, passes, parallelism, nonce, tag } = parse(hash ?? unknownUsersHash);
  const derived = await derive({ message: password, nonce, memory, passes, parallelism, tagLength: tag.length }, sender);
  return timingSafeEqual(derived, tag) && hash !== null;
}

const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const unknownUsersHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(Buffer.alloc(saltBytes))}$${plain(Buffer.alloc(cost.tagLength))}`;

function parse(hash: string) {
  const [, memory, passes, parallelism, salt, tag] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash) ?? [];
  if (!salt || !tag) throw new Error('a stored password hash has an unknown format');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const groups = 5;
const lettersPerGroup = 5;

/** Generates a password of 123 bits that can be read out and typed; long enough to count as a passphrase. */
export const newPassword = (): string => readableSecret(groups, lettersPerGroup);
