import { DateTime, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { instantOf } from '../../base/database/tables.ts';

/** An application that registered or sent counts. The fields that users would fill in are always null. */
export const Application = Type.Object({
  appName: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  description: nullable(Type.String()),
  strategies: Type.Array(Type.String()),
  createdBy: nullable(Type.String()),
  url: nullable(Type.String()),
  color: nullable(Type.String()),
  icon: nullable(Type.String()),
});

export const applicationParams = Type.Object({ appName: Type.String() });

export function presentApplication(row: { name: string; strategies: string; created_at: number; seen_at: number }) {
  return {
    appName: row.name,
    createdAt: instantOf(row.created_at),
    updatedAt: instantOf(row.seen_at),
    description: null,
    strategies: JSON.parse(row.strategies) as string[],
    createdBy: null,
    url: null,
    color: null,
    icon: null,
  };
}
