import type { Bus, Subscription } from '@signalbox/bus';
import type { EntityManager, Store } from '@signalbox/store';
import { faithful, type Parts } from './parts.ts';

/** Possible mistakes of the product. Each replaces one component. */
export const mistakes: Readonly<Record<string, Parts>> = {
  'the outbox is marked before it is published': {
    ...faithful,
    bus: (bus, { chance }) => ({
      ...open(bus),
      async publish(messages) {
        chance.time.after(150, () => void bus.publish(messages).catch(() => undefined));
      },
    }),
  },
  'a message is acknowledged before its effect is committed': {
    ...faithful,
    bus: (bus) => ({
      ...open(bus),
      subscribe: (subscription, handle) => bus.subscribe(subscription, async (messages) => void handle(messages).catch(() => undefined)),
    }),
  },
  'a consumer has no inbox': {
    ...faithful,
    bus: (bus, life) => ({
      ...open(bus),
      subscribe: (subscription, handle) =>
        bus.subscribe(subscription, (messages) =>
          handle(isOfListener(subscription) ? messages.map((message) => ({ ...message, id: life.id() })) : messages),
        ),
    }),
  },
  'a replica ignores a gap': {
    ...faithful,
    listen: (listen, replica) => (key, receive, connected) =>
      listen(key, (body) => receive({ ...(body as object), previous: replica()?.view.revision }), connected),
  },
  'a client is notified before the commit': {
    ...faithful,
    store: (store) => ({ ...store, transaction: (work) => early(store, work) }),
  },
  'a relay that has lost its lease moves the checkpoint': {
    ...faithful,
    store: (store) => ({ ...store, statement: (work) => store.statement((em) => work(unfenced(em))) }),
  },
};

/** Copies the members of an object, so that some can be replaced. */
const open = (bus: Bus): Bus => ({
  declare: (subscriptions) => bus.declare(subscriptions),
  publish: (messages) => bus.publish(messages),
  subscribe: (subscription, handle) => bus.subscribe(subscription, handle),
  get connected() {
    return bus.connected;
  },
  idle: () => bus.idle(),
  close: () => bus.close(),
});

const isOfListener = (subscription: Subscription) => subscription.kind !== 'broadcast' && subscription.queue === 'listener';

function early<T>(store: Store, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const complete = store.transaction(async (em) => {
    const result = await work(em);
    resolve(result);
    return result;
  });
  complete.catch(reject);
  return promise;
}

interface UpdateNode {
  readonly kind: string;
  readonly updates?: readonly { readonly column: { readonly column: { readonly name: string } } }[];
  readonly where?: { readonly where: { readonly left: { readonly left: unknown } } };
}

/** Removes the last conditions, on the lease and the checkpoint, from the statement that moves the checkpoint. */
function unfenced(em: EntityManager): EntityManager {
  const getKysely = em.getKysely.bind(em) as (...options: unknown[]) => ReturnType<EntityManager['getKysely']>;
  const plugin = {
    transformQuery({ node }: { node: UpdateNode }) {
      const { where, updates = [] } = node;
      const isCheckpoint = where && node.kind === 'UpdateQueryNode' && updates.some(({ column }) => column.column.name === 'published');
      return isCheckpoint ? { ...node, where: { ...where, where: where.where.left.left } } : node;
    },
    transformResult: ({ result }: { result: unknown }) => Promise.resolve(result),
  };
  return Object.assign(em, { getKysely: (...options: unknown[]) => getKysely(...options).withPlugin(plugin as never) });
}
