import type { ReversibleEvent } from '@signalbox/contracts';
import { apart, exempt, reaches, type Sent, type Way } from '../way.ts';
import { constraints, milestones, production, type Stage, strategy } from '../stage.ts';
import { metadata, off, tags } from './reasons.ts';

const pathOf = (name: string) => `/api/admin/projects/shop/features/${name}`;
const archive = (on: Stage, name: string) => on.remove(pathOf(name));
const inFeature = (more: (on: Stage, name: string) => Promise<unknown>) => async (on: Stage) => more(on, (await on.feature()).name);
const progressionOf = async (on: Stage, condition: object) => {
  const { feature, milestones: own } = await on.plan();
  const path = `${production(feature)}/progressions/${own[1]?.id}`;
  await on.put(path, { transitionCondition: condition, targetMilestone: own[2]?.id });
  return path;
};
const aMonth = { intervalMinutes: 43_200 };
const removeParent = (path: (parent: string) => string) => async (on: Stage) => {
  const { name, parent } = await on.child();
  await on.remove(`${pathOf(name)}/dependencies${path(parent)}`);
};

type Kind = (sent: Sent) => Way;
const because =
  (reason: string): Kind =>
  (sent) =>
    exempt(reason, sent);

/** Each reversible event with the effect of its undo, and a request that emits it. */
const undone: Readonly<Record<ReversibleEvent, readonly [Kind, (on: Stage) => Promise<unknown>]>> = {
  'feature-environment-enabled': [reaches, async (on) => on.post(`${production(await on.off())}/on`)],
  'feature-environment-disabled': [reaches, inFeature((on, name) => on.post(`${production(name)}/off`))],
  'feature-strategy-add': [reaches, inFeature((on, name) => on.post(`${production(name)}/strategies`, strategy))],
  'feature-strategy-update': [
    reaches,
    async (on) => {
      const { name, strategy: id } = await on.feature();
      await on.put(`${production(name)}/strategies/${id}`, { ...strategy, constraints });
    },
  ],
  'feature-strategy-remove': [
    reaches,
    async (on) => {
      const { name, strategy: id } = await on.feature();
      await on.remove(`${production(name)}/strategies/${id}`);
    },
  ],
  'strategy-order-changed': [
    reaches,
    async (on) => {
      const { name, strategy: id } = await on.feature();
      await on.post(`${production(name)}/strategies/set-sort-order`, [{ id, sortOrder: 70 }]);
    },
  ],
  'feature-environment-variants-updated': [reaches, inFeature((on, name) => on.put(`${production(name)}/variants`, []))],
  'feature-created': [reaches, (on) => on.post('/api/admin/projects/shop/features', { name: on.fresh() })],
  'feature-revived': [reaches, async (on) => on.post(`/api/admin/archive/revive/${await on.archived()}`)],
  'feature-archived': [because(off), inFeature(archive)],
  'feature-metadata-updated': [because(metadata), inFeature((on, name) => on.put(pathOf(name), { impressionData: true }))],
  'feature-stale-on': [because(metadata), inFeature((on, name) => on.put(pathOf(name), { stale: true }))],
  'feature-stale-off': [
    because(metadata),
    inFeature(async (on, name) => {
      await on.put(pathOf(name), { stale: true });
      await on.put(pathOf(name), { stale: false });
    }),
  ],
  'feature-tagged': [because(tags), inFeature((on, name) => on.post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'new' }))],
  'feature-untagged': [because(tags), inFeature((on, name) => on.remove(`/api/admin/features/${name}/tags/simple/till`))],
  'feature-dependency-added': [reaches, (on) => on.child()],
  'feature-dependency-removed': [reaches, removeParent((parent) => `/${parent}`)],
  'feature-dependencies-removed': [reaches, removeParent(() => '')],
  'segment-created': [apart, (on) => on.post('/api/admin/segments', { name: on.fresh(), constraints: [] })],
  'segment-updated': [
    reaches,
    async (on) => {
      const { id, name } = await on.globalSegment();
      await on.put(`/api/admin/segments/${id}`, { name, constraints });
    },
  ],
  'release-plan-added': [
    reaches,
    inFeature(async (on, name) => {
      const id = crypto.randomUUID();
      await on.post(`${production(name)}/release-plans`, { name: 'plan', milestones: [{ ...milestones[1], id }], activeMilestoneId: id });
    }),
  ],
  'release-plan-milestone-started': [
    because('going back is recorded as a direct write'),
    async (on) => {
      const { feature, id, milestones: own } = await on.plan();
      await on.post(`${production(feature)}/release-plans/${id}/milestones/${own[2]?.id}/start`);
    },
  ],
  'milestone-progression-created': [apart, (on) => progressionOf(on, aMonth)],
  'milestone-progression-updated': [
    apart,
    async (on) => {
      await progressionOf(on, aMonth);
      await progressionOf(on, { intervalMinutes: 86_400 });
    },
  ],
  'milestone-progression-deleted': [apart, async (on) => on.remove(await progressionOf(on, aMonth))],
  'release-plan-progressions-paused': [apart, (on) => on.paused()],
  'safeguard-changed': [apart, (on) => on.guarded()],
  'safeguard-deleted': [
    apart,
    async (on) => {
      const { name, safeguard: id } = await on.guarded();
      await on.remove(`${production(name)}/safeguards/${id}`);
    },
  ],
};

/** Sends the event as the outbox has it, even if the object has changed since. */
export const undoOfEach: readonly Way[] = Object.entries(undone).map(([type, [kind, bringAbout]]) =>
  kind({
    does: type,
    query: 'anyway=true',
    body: async (on: Stage) => {
      on.forget();
      const events = await on.world.app.eventsOf('toggles', () => bringAbout(on));
      const found = events.findLast((event) => event.type === type);
      if (!found) throw new Error(`${type} is not among ${events.map((event) => event.type).join()}`);
      return found;
    },
  }),
);
