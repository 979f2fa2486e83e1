import { type Client, nextRandom } from '@signalbox/testing';
import type { Product } from '../journeys/product.ts';

const features = '/api/admin/projects/default/features';

/** Ids of 20 bytes. */
export function randomIds(count: number): Set<string> {
  const random = nextRandom();
  const ids = new Set<string>();
  while (ids.size < count) ids.add(`user-${String(Math.floor(random() * 1e15)).padStart(15, '0')}`);
  return ids;
}

/** Uploads a list of ids. Throws if the server refuses it. */
export async function uploadIds(admin: Client, ids: Iterable<string>): Promise<{ readonly hash: string; readonly size: number }> {
  const options = { raw: [...ids].join('\n'), headers: { 'content-type': 'text/plain' } };
  const { status, body } = await admin.post('/api/admin/segment-lists', undefined, options);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

interface Listed {
  readonly feature: string;
  readonly environment: string;
  readonly hash: string;
}

/** Creates a feature that is on in an environment for a list of ids. Applications receive it later. */
export async function addListed({ admin }: Product, { feature, environment, hash }: Listed): Promise<void> {
  const posted = async (path: string, body?: object) => {
    const answer = await admin.post(path, body);
    if (answer.status >= 300) throw new Error(`${path} ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const constraints = [{ contextName: 'userId', operator: 'IN_LIST', value: hash }];
  const { id } = await posted('/api/admin/segments', { name: feature, constraints });
  await posted(features, { name: feature });
  await posted(`${features}/${feature}/environments/${environment}/strategies`, { name: 'default', segments: [id] });
  await posted(`${features}/${feature}/environments/${environment}/on`);
}

/** True if the frontend API serves the feature to a user. */
export async function isOnFor(client: Client, feature: string, userId: string): Promise<boolean> {
  const { body } = await client.get(`/api/frontend?userId=${userId}`);
  return body.toggles.some(({ name }: { readonly name: string }) => name === feature);
}
