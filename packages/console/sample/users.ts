import { create, read, type SampleRequest, type SendSample, write, writeWithNewToken } from './send.ts';

const colleagues = [
  { username: 'ingrid', name: 'Ingrid Berg', rootRole: 'Editor' },
  { username: 'mei', name: 'Mei Tanaka', rootRole: 'Editor' },
  { username: 'lena', name: 'Lena Novak', rootRole: 'Editor' },
  { username: 'samir', name: 'Samir Haddad', rootRole: 'Editor' },
  { username: 'otto', name: 'Otto Lind', rootRole: 'Viewer' },
] as const;
export type Username = (typeof colleagues)[number]['username'];

/** Ids of the colleagues. */
export type UserIds = Readonly<Record<Username, number>>;

const conflict = 409;
const badRequest = 400;

/** Adds users who cannot log in until an administrator sends them a link, and a group of two. */
export async function addUsers(send: SendSample): Promise<UserIds> {
  for (const colleague of colleagues)
    await write(send, { method: 'POST', path: '/api/admin/user-admin', body: { ...colleague, sendEmail: false } }, [conflict, badRequest]);
  const { users } = await read<{ readonly users: readonly { readonly id: number; readonly username: string | null }[] }>(
    send,
    '/api/admin/user-admin',
  );
  const ids = Object.fromEntries(users.map(({ id, username }) => [username, id])) as Record<Username, number>;
  const members = [ids.ingrid, ids.mei].map((id) => ({ user: { id } }));
  await create(send, '/api/admin/groups', { name: 'Checkout team', description: 'Everything that customers pay with', users: members });
  for (const [project, users] of Object.entries(membersOf)) {
    const path = `/api/admin/projects/${project}/access`;
    const { roles } = await read<{ readonly roles: readonly { readonly id: number; readonly name: string }[] }>(send, path);
    const members = roles.filter(({ name }) => name === 'Member').map(({ id }) => id);
    await create(send, path, { roles: members, users: users.map((username) => ids[username]), groups: [] });
  }
  return ids;
}

const membersOf: Readonly<Record<string, readonly Username[]>> = { shop: ['ingrid', 'mei', 'lena'], warehouse: ['samir', 'mei'] };

const features = (project: string, name: string) => `/api/admin/projects/${project}/features/${name}`;

/** The latest changes, each by one of the colleagues. None needs a review. */
const changes: readonly (readonly [Username, SampleRequest])[] = [
  ['samir', { method: 'POST', path: `${features('warehouse', 'pick-by-light')}/environments/staging/off` }],
  ['samir', { method: 'POST', path: `${features('warehouse', 'pick-by-light')}/environments/staging/on` }],
  ['mei', { method: 'POST', path: `${features('shop', 'recommendations')}/environments/staging/off` }],
  ['mei', { method: 'POST', path: `${features('shop', 'recommendations')}/environments/staging/on` }],
  ['lena', { method: 'POST', path: '/api/admin/projects/shop/stale', body: { features: ['old-cart-drawer'], stale: true } }],
  ['ingrid', { method: 'POST', path: `${features('shop', 'one-click-returns')}/environments/staging/on` }],
];

/** Makes changes as the colleagues, with tokens that are revoked afterwards. Skips them where browsers do not offer cryptography. */
export async function changeAsUsers(send: SendSample, ids: UserIds, now: Date): Promise<void> {
  if (!globalThis.crypto?.subtle) return;
  const authors = [...new Set(changes.map(([username]) => username))];
  const secrets = new Map(authors.map((username) => [username, `user:${hexOf(crypto.getRandomValues(new Uint8Array(28)))}`]));
  const times = { createdAt: now.toISOString(), expiresAt: new Date(now.getTime() + 3_600_000).toISOString() };
  const tokens = await Promise.all(
    [...secrets].map(async ([username, secret]) => ({
      userId: ids[username],
      hash: await hashOf(secret),
      description: tokenName,
      ...times,
    })),
  );
  await write(send, { method: 'POST', path: '/api/admin/migration/personal-tokens', body: { tokens } });
  for (const [username, request] of changes) await writeWithNewToken(send, { ...request, token: secrets.get(username) ?? '' });
  await propose(send, secrets.get('lena') ?? '');
  for (const username of authors) await revoke(send, ids[username]);
}

const tokenName = 'Sample';

/** Proposes a change that waits for the administrator. */
async function propose(send: SendSample, token: string): Promise<void> {
  const requests = '/api/admin/projects/shop/change-requests';
  if ((await read<readonly unknown[]>(send, requests)).length > 1) return;
  const change = { feature: 'one-click-returns', action: 'updateEnabled', payload: { enabled: true } };
  const path = '/api/admin/projects/shop/environments/production/change-requests';
  const { id } = (await write(send, { method: 'POST', path, body: [change], token })).body as { readonly id: number };
  await write(send, { method: 'PUT', path: `${requests}/${id}/title`, body: { title: 'Returns for Sweden' }, token });
  await write(send, { method: 'PUT', path: `${requests}/${id}/state`, body: { state: 'In review' }, token });
}

async function revoke(send: SendSample, userId: number): Promise<void> {
  const path = `/api/admin/user-admin/${userId}/tokens`;
  const { pats } = await read<{ readonly pats: readonly { readonly id: number }[] }>(send, path);
  for (const { id } of pats) await write(send, { method: 'DELETE', path: `${path}/${id}` });
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const hashOf = async (secret: string): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))));
