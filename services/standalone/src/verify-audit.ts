import { createReadStream, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { audit } from '@signalbox/audit';
import {
  NoExport,
  noteVerified,
  sealingOf,
  type VerifiedExport,
  type Verification,
  verifyExport,
  type VerifyingKey,
  verifyLog,
} from '@signalbox/audit/verification';
import { printable } from '@signalbox/contracts/printable';
import { SettingsProblem } from '@signalbox/kit';
import { openStore } from '@signalbox/store';
import { asSettingsProblem } from './base/as-settings-problem.ts';
import { surfaces } from './base/services.ts';
import { openOrExit, settingsOrExit } from './base/process.ts';

const noLog = 'No event log of this version was found at DATABASE_URL and DATABASE_PREFIX, or in DATA_DIR.';

type Found = (Verification & { readonly next: null }) | VerifiedExport;

/** Verifies the log in the database of the settings. */
async function verifyDatabase(keys: readonly VerifyingKey[] | undefined): Promise<Found> {
  const settings = settingsOrExit(surfaces);
  const { databaseUrl, databasePrefix: prefix, dataDir } = settings;
  const { entities = [], migrations = [] } = audit;
  const verify = async () => {
    const store = await openStore(databaseUrl, { service: audit.name, prefix, dataDir }, { entities, migrations });
    try {
      if ((await store.planMigrations()).some(({ isDone }) => !isDone)) throw new SettingsProblem(noLog);
      const found = await verifyLog(store.reader(), { now: () => new Date(), sealing: sealingOf(settings), ...(keys && { keys }) });
      await store.transaction((em) => noteVerified(em, found, new Date())).catch(warnNotRecorded);
      return { ...found, next: null };
    } finally {
      await store.close();
    }
  };
  return openOrExit(() => asSettingsProblem(verify()));
}

/** Verification also works with read-only access to the database. */
const warnNotRecorded = ({ message }: Error) => process.stderr.write(`The verification was not recorded: ${message}\n`);

/** Reads keys from a file: one JWK, or several under `keys`, as the checkpoints endpoint returns them. */
function keysIn(file: string): readonly VerifyingKey[] {
  const content = JSON.parse(readFileSync(file, 'utf8')) as VerifyingKey | { readonly keys: readonly VerifyingKey[] };
  return 'keys' in content ? content.keys : [content];
}

/** The lines of a file. Only line feeds separate them: `readline` also splits at U+2028, which JSON may contain. */
const linesOf = (file: string) =>
  async function* (): AsyncIterable<string> {
    let rest = '';
    for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  };

function tableOf(source: string, found: Found): string[] {
  const rows = [
    ['log', source],
    ['events', `${found.events} (${found.from} to ${found.to})${'complete' in found && !found.complete ? ', others are excluded' : ''}`],
    ['checkpoints', String(found.checkpoints)],
    ...('signedTo' in found
      ? [
          ['signed', `up to event ${found.signedTo}`],
          ['keys', keysOf(found)],
        ]
      : []),
    ['verified', found.break ? `no: event ${found.break.id} ${reasons[found.break.reason]}` : 'yes'],
  ];
  return rows.map(([heading = '', text = '']) => `${heading.padEnd(12)} ${text}`);
}

const keysOf = ({ keys, keysAreGiven }: VerifiedExport): string =>
  `${keys.join(', ')}${keysAreGiven ? '' : ' (from the file itself: compare them with known keys, or pass --key FILE)'}`;

const reasons: Readonly<Record<NonNullable<Found['break']>['reason'], string>> = {
  changed: 'was changed',
  missing: 'is missing',
  added: 'was added',
  rewritten: 'and the following ones, up to the next checkpoint, differ from the signed ones',
  unsigned: 'is not signed: its checkpoint is missing or forged',
  forgotten: 'was signed together with gaps or breaks that have since been deleted or changed',
};

/** The command `verify-audit`: verifies the log in the database, or an export. */
export async function verifyAudit(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...words], options: { file: { type: 'string' }, key: { type: 'string' } } });
  try {
    const keys = values.key === undefined ? undefined : keysIn(values.key);
    const found = values.file === undefined ? await verifyDatabase(keys) : await verifyExport(linesOf(values.file), keys);
    process.stdout.write(printable(`${tableOf(values.file ?? 'database', found).join('\n')}\n`));
    if (found.break) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof NoExport) && !isAboutFile(error)) throw error;
    process.stderr.write(printable(`${values.file ?? values.key} cannot be verified: ${(error as Error).message}.\n`));
    process.exitCode = 2;
  }
}

function isAboutFile(error: unknown): boolean {
  return error instanceof SyntaxError || ['ENOENT', 'EACCES', 'EISDIR'].includes(String((error as NodeJS.ErrnoException).code));
}
