import { ok } from 'node:assert/strict';
import type { Product } from '../journeys/product.ts';

/** Hostile input: markup, templates, script URLs, changed text direction, and excessive length. */
export const hostileTexts: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202Egnp.exe \u0301\u0301\u0301\u0301',
  'W'.repeat(200),
];

const project = '/api/admin/projects/hostile';
const name = (text: string, index: number): string => `${index} ${text}`;

/** Sends the texts to every part of the API that accepts them. Each must be accepted, or rejected with 400. */
export async function plantHostile({ admin }: Product): Promise<void> {
  const plant = async (path: string, body: object) => {
    const { status } = await admin.post(path, body);
    ok(status < 300 || status === 400, `${path} answers ${status} to ${JSON.stringify(body)}`);
  };
  await plant('/api/admin/projects', { id: 'hostile', name: hostileTexts[0], description: hostileTexts.join(' ') });
  await plant(`${project}/features`, { name: 'hostile', type: 'release', description: hostileTexts.join(' ') });
  await plant(`${project}/features`, { name: 'n'.repeat(100), type: 'release', description: hostileTexts[1] });
  const strategies = `${project}/features/hostile/environments/development/strategies`;
  for (const [index, text] of hostileTexts.entries()) {
    await plant('/api/admin/tag-types', { name: `hostile-${index}`, description: text, icon: text });
    await plant('/api/admin/features/hostile/tags', { type: 'simple', value: text.slice(0, 50) });
    await plant('/api/admin/context', {
      name: `hostile-${index}`,
      description: text,
      legalValues: [{ value: text.slice(0, 100), description: text.slice(0, 100) }],
    });
    await plant('/api/admin/segments', {
      name: name(text, index),
      description: text,
      constraints: [{ contextName: 'userId', operator: 'IN', values: [text] }],
    });
    await plant(`${project}/personas`, {
      name: name(text, index),
      description: text,
      context: { appName: text, userId: text, properties: { country: text } },
    });
    await plant(strategies, {
      name: 'flexibleRollout',
      title: text,
      constraints: [{ contextName: 'userId', operator: 'STR_CONTAINS', values: [text] }],
      parameters: { rollout: '50', stickiness: 'default', groupId: text },
    });
    await plant('/api/admin/user-admin', { email: `hostile-${index}@shop.example`, name: text, rootRole: 3, sendEmail: false });
    await plant('/api/admin/groups', { name: name(text, index), description: text, users: [] });
    await plant('/api/admin/roles', { name: name(text, index), description: text, type: 'root-custom', permissions: [] });
    await plant('/api/admin/api-tokens', {
      tokenName: name(text, index),
      type: 'client',
      environment: 'development',
      projects: ['hostile'],
    });
    await plant('/api/admin/service-account', { name: text, username: `hostile-${index}`, rootRole: 3 });
    await plant('/api/admin/invite-link/tokens', { name: name(text, index), expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
    await plant('/api/admin/addons', {
      provider: 'webhook',
      description: name(text, index),
      enabled: false,
      parameters: { url: 'https://receiver.example/' },
      events: ['feature-created'],
    });
    await plant('/api/admin/strategies', {
      name: `hostile-${index}`,
      description: text,
      parameters: [{ name: 'value', type: 'string', description: text, required: false }],
    });
    await plant(`${project}/features/hostile/link`, { url: `https://shop.example/${index}`, title: text });
  }
}
