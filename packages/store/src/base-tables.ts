import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';

/** Tables of `migrations/` for the query builder. Times are epoch milliseconds. */
export interface BaseTables {
  counter: { id: number; message: number; position: number; revision: number; published: number };
  outbox: {
    unit: string;
    ordinal: number;
    event: number | null;
    id: string;
    exchange: string;
    routing_key: string;
    body: string;
    created_at: number;
  };
  outbox_unit: {
    last_number: number;
    first_number: number;
    first_position: number;
    revision: number | null;
    unit: string;
    created_at: number;
  };
  inbox: { message_id: string; handled_at: number };
  dead_letter: { message_id: string; exchange: string; routing_key: string; body: string; reason: string; failed_at: number };
  lease: { name: string; owner: string; fence: number; expires_at: number; ran_at: number | null };
  required_migration: { name: string };
  encryption_key: { fingerprint: string; noted_at: number };
  idempotency_record: {
    principal: string;
    idempotency_key: string;
    request_hash: string;
    status: number;
    headers: string;
    body: string;
    created_at: number;
  };
}

/** The query builder on the base tables, in the transaction of `em`, if any. */
export const baseTables = (em: EntityManager): Kysely<BaseTables> => em.getKysely<BaseTables>();
