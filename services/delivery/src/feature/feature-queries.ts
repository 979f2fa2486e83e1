import type { TokenState } from '@signalbox/contracts';
import { compositeKey } from '@signalbox/table';
import { LRUCache } from 'lru-cache';
import { type FeatureParameters, type FeatureQuery, readFeatureQuery } from './feature-query.ts';

/** The query of a request, raw and parsed. */
interface SentQuery {
  readonly search: string;
  readonly query: FeatureParameters;
}

const maxQueries = 5000;

/** Parses queries, once per combination of token, query and version of the client specification. */
export class FeatureQueries {
  readonly #known = new LRUCache<string, FeatureQuery>({ max: maxQueries });

  of(token: TokenState, sent: SentQuery, clientSpec: string | undefined): FeatureQuery {
    const key = compositeKey(token.type, token.environment, token.projects.join(','), clientSpec ?? '', sent.search);
    const known = this.#known.get(key);
    if (known) return known;
    const query = readFeatureQuery(token, sent.query, clientSpec);
    this.#known.set(key, query);
    return query;
  }
}
