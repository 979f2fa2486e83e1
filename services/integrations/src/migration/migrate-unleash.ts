import { Failure } from '@signalbox/contracts';
import { claimsKey, minuteMs, type OpenContext, plainText, routeWith, type Settings, StreamedReply } from '@signalbox/kit';
import type { GuardedFetch } from '@signalbox/outbound';
import { Type, type Static } from 'typebox';
import { progressOf } from './progress.ts';

/** The part of the service's state that migrations need. */
export interface MigrationState {
  /** Fetches from sources, whose responses are larger than those of receivers. */
  readonly sources: GuardedFetch;
  /** One migration at a time in this process, because each holds the content of its source. */
  readonly running: { migration: Running | null };
}

interface Running {
  readonly url: string;
  readonly since: Date;
}

/** Limit of one response of a source. */
export const sourceMs = minuteMs;

const Secret = Type.String({ minLength: 1, maxLength: 1000 });

const Step = Type.Object({
  step: Type.Enum(['plan', 'import', 'verify']),
  url: Type.String({ maxLength: 500, description: 'Address of the source.' }),
  sourceToken: Secret,
  token: Type.Optional(Type.String({ maxLength: 1000, description: 'An admin token of this instance. Not needed for a plan.' })),
  contexts: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000, description: 'Contexts to compare.' })),
});
type Step = Static<typeof Step>;

export const migrateUnleashRoute = routeWith<MigrationState>()(
  {
    method: 'post',
    path: '/api/admin/migration/unleash',
    summary: 'Plan, import or verify a migration from a running Unleash; the response streams the progress as JSON lines',
    permission: 'ADMIN',
    body: Step,
    answers: { 200: plainText },
    mediaTypes: ['application/x-ndjson'],
    failures: ['BadDataError', 'ConflictError'],
    events: { none: 'because the requests that it sends publish their own events' },
    transaction: { none: 'because it calls other instances for minutes' },
    maintenance: 'through',
  },
  async ({ body }, context) => {
    const { state } = context;
    state.sources.refuse(body.url);
    if (body.step !== 'plan' && !body.token) throw new Failure('BadDataError', `token is required for ${body.step}.`, { path: 'token' });
    refuseWhileRunning(state);
    await context.write(claimsKey);
    return new StreamedReply(stepOf(body, context), { 'content-type': 'application/x-ndjson; charset=utf-8' });
  },
);

async function* stepOf(
  { step, url, sourceToken, token = '', contexts = 1000 }: Step,
  { state, settings, now }: Pick<OpenContext<MigrationState>, 'state' | 'settings' | 'now'>,
) {
  // Loaded here, because most processes never migrate.
  const { migrateUrl } = await import('@signalbox/migration/url');
  const source = { url: url.replace(/\/+$/, ''), token: sourceToken, fetch: state.sources.fetch };
  const target = { url: ownAddress(settings), token };
  yield* progressOf(async (report) => {
    refuseWhileRunning(state);
    state.running.migration = { url: source.url, since: now() };
    try {
      return await migrateUrl({ step, source, target, contexts, report });
    } finally {
      state.running.migration = null;
    }
  });
}

function refuseWhileRunning({ running: { migration } }: MigrationState): void {
  if (!migration) return;
  throw new Failure(
    'ConflictError',
    `A migration from ${migration.url} has been running since ${migration.since.toISOString()}. It ends when it is complete, when its page is closed, or ${sourceMs / 1000} s after its source stops responding.`,
  );
}

/** The public port of this product. The import uses it like any client. */
const ownAddress = ({ baseUrl, port }: Settings): string => (baseUrl ?? `http://localhost:${port}`).replace(/\/+$/, '');
