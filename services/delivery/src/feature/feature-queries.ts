import type { TokenState } from '@signalbox/contracts';
import { compositeKey } from '@signalbox/table';
import { LRUCache } from 'lru-cache';
import { type FeatureParameters, type FeatureQuery, readFeatureQuery } from './feature-query.ts';

/** The query of a request: as it was sent, and as it was read. */
interface Sent {
  readonly search: string;
  readonly query: FeatureParameters;
}

const maxQueries = 5000;

/** Reads what requests ask for, each combination of token, query and version of the client specification once. */
export class FeatureQueries {
  readonly #known = new LRUCache<string, FeatureQuery>({ max: maxQueries });

  of(token: TokenState, sent: Sent, clientSpec: string | undefined): FeatureQuery {
    const key = compositeKey(token.type, token.environment, token.projects.join(','), clientSpec ?? '', sent.search);
    const known = this.#known.get(key);
    if (known) return known;
    const query = readFeatureQuery(token, sent.query, clientSpec);
    this.#known.set(key, query);
    return query;
  }
}
