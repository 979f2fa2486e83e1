import {
  featureCreated,
  featureDeleted,
  featureEnvironmentDisabled,
  featureEnvironmentEnabled,
  type FeatureMetadata,
  featureMetadataUpdated,
  featureOwnerUpdated,
  featureRevived,
  type RuleFacts,
} from '@signalbox/contracts';
import type { Static } from 'typebox';
import type { Event } from './event.schema.ts';

type Known = Pick<RuleFacts, 'description' | 'hasOwner' | 'enabledIn'>;

/** Facts about features, as the events so far state them. Everything before the first event is unknown. */
export class PastFacts {
  readonly #known = new Map<string, Known>();
  readonly #environments: readonly string[];

  /** New features are disabled in these environments. */
  constructor(environments: readonly string[]) {
    this.#environments = environments;
  }

  /** Adds an event, which is newer than those before. */
  note(event: Event): void {
    const { featureName, environment } = event;
    if (featureName === null) return;
    const before = this.#known.get(featureName) ?? {};
    const isSwitch = event.type === featureEnvironmentEnabled.type || event.type === featureEnvironmentDisabled.type;
    if (event.type === featureDeleted.type) this.#known.delete(featureName);
    else if (isSwitch && environment !== null) {
      const enabledIn = { ...before.enabledIn, [environment]: event.type === featureEnvironmentEnabled.type };
      this.#known.set(featureName, { ...before, enabledIn });
    } else this.#known.set(featureName, { ...before, ...this.#changedBy(event) });
  }

  /** The facts after the unit of work of the event, if all its events have been added. */
  of({ featureName, createdAt, tags }: Event): RuleFacts {
    return { ...this.#known.get(featureName ?? ''), at: new Date(createdAt), tags: tags ?? undefined };
  }

  #changedBy({ type, data }: Event): Known {
    if (type === featureCreated.type) return { hasOwner: false, enabledIn: this.#off(), ...descriptionIn(data) };
    if (type === featureMetadataUpdated.type) return descriptionIn(data);
    if (type === featureRevived.type) return { enabledIn: this.#off() };
    if (type === featureOwnerUpdated.type) return { hasOwner: (data as Static<typeof featureOwnerUpdated.data>).owner !== null };
    return {};
  }

  #off(): Readonly<Record<string, boolean>> {
    return Object.fromEntries(this.#environments.map((name) => [name, false]));
  }
}

const descriptionIn = (data: unknown): Known => ({ description: (data as Static<typeof FeatureMetadata>).description });
