import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readUses } from '../../vocabulary/use/strategy-use.ts';
import { findSegment, type Segment } from './segment.ts';
import { segmentParams } from './segment.schema.ts';
import { StrategyUseList } from '../../vocabulary/use/strategy-use.schema.ts';
import { ProposedStrategyUse, readProposedUses } from './proposed-use.ts';
import { LocalApplication, readLocalApplications } from '../list/local-applications.ts';
import { readLongLists } from '../list/segment-list.ts';
import { protectedUsesOf, readVisibleUses } from './users-of-segment.ts';

/** The protected environments that use a global segment, each of whose projects has to approve changes. Counts include projects that the caller cannot see. */
const ProtectedUses = Type.Object({
  environments: Type.Integer({ minimum: 1 }),
  projects: Type.Integer({ minimum: 1 }),
  /** The first of them that the caller can see, in which a change can be proposed. Absent: the caller sees none. */
  proposeIn: Type.Optional(Type.Object({ project: Type.String(), environment: Type.String() })),
});

export const listStrategiesOfSegmentRoute = route(
  {
    method: 'get',
    path: '/api/admin/segments/:id/strategies',
    summary: 'List the strategies that use a segment, including those in open change requests',
    permission: 'authenticated',
    params: segmentParams,
    answers: {
      200: Type.Object({
        ...StrategyUseList.properties,
        changeRequestStrategies: Type.Array(ProposedStrategyUse),
        protectedUses: Type.Optional(ProtectedUses),
        localApplications: Type.Optional(
          Type.Array(LocalApplication, {
            description: 'Applications that evaluate these features locally, which a list prevents. Only for a segment for servers only.',
          }),
        ),
      }),
    },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const segment = await findSegment(context, params.id);
    const { id } = segment;
    const changeRequestStrategies = await readProposedUses(context, id);
    return {
      strategies: await readUses(context, { segment: id }),
      changeRequestStrategies,
      ...(await readProtectedUses(context, segment)),
      ...(await readUnservedApplications(context, segment, changeRequestStrategies)),
    };
  },
);

async function readUnservedApplications(context: ReadContext, segment: Segment, proposed: readonly ProposedStrategyUse[]) {
  if ((await readLongLists(context, [segment])).size === 0) return {};
  const proposedUses = proposed.map(({ featureName: feature, environment }) => ({ feature, environment }));
  const uses = [...(await readVisibleUses(context, segment.id)), ...proposedUses];
  return { localApplications: await readLocalApplications(context, uses) };
}

async function readProtectedUses({ em, access, actor }: ReadContext, { id, project }: Segment) {
  const uses = project ? [] : await protectedUsesOf({ em }, id);
  if (uses.length === 0) return {};
  const visible = uses.find((use) => access.sees(actor, use.project));
  const proposeIn = visible && { project: visible.project, environment: visible.environment };
  const projects = new Set(uses.map((use) => use.project)).size;
  return { protectedUses: { environments: uses.length, projects, ...(proposeIn && { proposeIn }) } };
}
