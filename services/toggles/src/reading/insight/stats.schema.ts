import { Type, type Static } from 'typebox';

/** The eight statistics of a project (specification, health report). Windows are the last 30 days and the 30 before. */
export const Stats = Type.Object(
  {
    avgTimeToProdCurrentWindow: Type.Number(),
    createdCurrentWindow: Type.Integer(),
    createdPastWindow: Type.Integer(),
    archivedCurrentWindow: Type.Integer(),
    archivedPastWindow: Type.Integer(),
    projectActivityCurrentWindow: Type.Integer(),
    projectActivityPastWindow: Type.Integer(),
    projectMembersAddedCurrentWindow: Type.Integer(),
  },
  { additionalProperties: false },
);
export type Stats = Static<typeof Stats>;

/** Features created and archived in the seven days from `start` (UTC). */
export const Week = Type.Object({ start: Type.String(), created: Type.Integer(), archived: Type.Integer() });
