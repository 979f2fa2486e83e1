import { type IndexedFeature, jsonPartsOf } from './indexed-feature.ts';

/** An active feature with default properties. */
export const indexed = (name: string, more: Partial<IndexedFeature> = {}): IndexedFeature => {
  const feature = { ...initial, name, ...more };
  return { ...feature, jsonParts: jsonPartsOf(feature) };
};

const initial = {
  project: 'default',
  type: 'release',
  description: null,
  stale: false,
  managedBy: null,
  impressionData: false,
  createdAt: 0,
  createdAtText: '1970-01-01T00:00:00.000Z',
  revivedAt: null,
  completedAt: null,
  completedStatus: null,
  completedStatusValue: null,
  archivedAt: null,
  changedAt: null,
  inProductionAt: null,
  createdByUserId: null,
  ownerId: null,
  createdBy: null,
  parent: null,
  tags: [],
  segments: [],
  settings: [],
};
