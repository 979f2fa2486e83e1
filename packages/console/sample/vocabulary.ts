import { create, read, type SendSample, write } from './send.ts';

const vocabulary: readonly (readonly [path: string, body: object])[] = [
  ['/api/admin/environments', { name: 'staging', type: 'preproduction' }],
  [
    '/api/admin/context',
    {
      name: 'country',
      description: 'Country of the customer',
      stickiness: false,
      legalValues: ['SE', 'NO', 'DK', 'FI', 'DE', 'PL'].map((value) => ({ value })),
    },
  ],
  [
    '/api/admin/context',
    { name: 'plan', description: 'Plan of the customer', legalValues: ['free', 'plus', 'business'].map((value) => ({ value })) },
  ],
  ['/api/admin/context', { name: 'email', description: 'Email address of the account' }],
  ['/api/admin/tag-types', { name: 'team', description: 'Owning team' }],
];

export const projects = [
  { id: 'shop', name: 'Shop', description: 'The online shop' },
  { id: 'warehouse', name: 'Warehouse', description: 'Order fulfilment' },
] as const;

export const segments = [
  {
    name: 'beta-customers',
    description: 'Customers in the beta program',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1001', '1002', '1003', '1201'] }],
  },
  {
    name: 'employees',
    description: 'Accounts with a company email address',
    constraints: [{ contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@shop.example'], caseInsensitive: true }],
  },
  {
    name: 'nordic-countries',
    description: 'Countries with two-day delivery',
    constraints: [{ contextName: 'country', operator: 'IN', values: ['SE', 'NO', 'DK', 'FI'] }],
  },
];

/** Adds environments, context fields, tag types, segments and projects. */
export async function addVocabulary(send: SendSample): Promise<void> {
  for (const [path, body] of vocabulary) await create(send, path, body);
  await write(send, { method: 'PUT', path: '/api/admin/environments/sort-order', body: { development: 1, staging: 2, production: 3 } });
  const { segments: found } = await read<{ readonly segments: readonly { readonly name: string }[] }>(send, '/api/admin/segments');
  for (const segment of segments) if (!found.some(({ name }) => name === segment.name)) await create(send, '/api/admin/segments', segment);
  for (const { id, name, description } of projects) await create(send, '/api/admin/projects', { id, name, description });
}

export const personas = [
  { name: 'Anna, returning, Oslo', context: { appName: 'shop-web', userId: '1001', properties: { country: 'NO', plan: 'plus' } } },
  { name: 'Bo, business, Malmö', context: { appName: 'shop-web', userId: '2040', properties: { country: 'SE', plan: 'business' } } },
  { name: 'Carla, first visit, Berlin', context: { appName: 'shop-web', sessionId: 'c4f1', properties: { country: 'DE', plan: 'free' } } },
  {
    name: 'Dora, employee',
    context: { appName: 'shop-web', userId: '77', properties: { country: 'SE', plan: 'free', email: 'dora@shop.example' } },
  },
];
