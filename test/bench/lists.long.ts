import { equal } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@signalbox/testing';
import { memoryOf } from './administration/cpu.ts';
import { addListed, isOnFor, randomIds, uploadIds } from './million-ids.ts';
import { bundle } from '../../services/standalone/src/bundle.ts';
import { type Product, startProduct } from '../journeys/product.ts';

const count = 1_000_000;
/** Megabytes that an upload of 21 MB adds to the process that stores it. */
const limit = 60;
const questions = 500;

describe('a list of a million ids', () => {
  const ids = randomIds(count + questions);
  const others = [...ids].slice(count);
  let folder: string;
  let product: Product;
  let hash = '';
  before(async () => {
    for (const other of others) ids.delete(other);
    folder = await mkdtemp(join(tmpdir(), 'bundle-'));
    await bundle(folder);
    product = await startProduct({ LIST_IDS: String(count) }, { main: join(folder, 'main.js') });
  });
  after(async () => {
    await product.close();
    await rm(folder, { recursive: true });
  });

  it(`adds at most ${limit} MB to each process while it is uploaded`, async () => {
    // The first request of its kind compiles code and opens connections.
    await uploadIds(product.admin, [...ids].slice(0, 1000));
    const before = [...product.pids()].map(([name, pid]) => {
      // Begins a new peak (proc(5)).
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      return { name, pid, megabytes: memoryOf(pid).now };
    });
    const uploaded = await uploadIds(product.admin, ids);
    hash = uploaded.hash;
    equal(uploaded.size, count);
    const added = before.map(({ name, pid, megabytes }) => ({ name, megabytes: memoryOf(pid).max - megabytes }));
    const max = added.toSorted((one, other) => other.megabytes - one.megabytes)[0];
    console.log(`  upload of ${count} ids: at most ${max?.megabytes} MB in ${max?.name}`);
    equal((max?.megabytes ?? Infinity) <= limit, true, JSON.stringify(added));
  });

  it('is evaluated by the frontend API like a set', async () => {
    await addListed(product, { feature: 'listed', environment: 'development', hash });
    const client = product.as({ authorization: product.tokens.frontend });
    const [first = ''] = ids;
    await eventually(async () => equal(await isOnFor(client, 'listed', first), true));
    const step = Math.floor(count / questions);
    for (const id of [...ids].filter((_, index) => index % step === 0)) equal(await isOnFor(client, 'listed', id), true, id);
    for (const id of others) equal(await isOnFor(client, 'listed', id), false, id);
  });
});
