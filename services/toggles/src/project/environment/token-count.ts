import type { apiTokenCreated, apiTokenDeleted, apiTokenUpdated } from '@signalbox/contracts';
import type { Context, EntityManager, ReceivedEvent } from '@signalbox/kit';
import type { Static } from 'typebox';
import { tokenCountTable } from '../../tables/project.ts';

/** Stands for all tokens of an environment, regardless of project. */
const anyProject = '';

/** Numbers of API tokens for an environment, in total and by project, from the events of identity. */
class TokenCount extends tokenCountTable.entity.class {}
tokenCountTable.entity.setClass(TokenCount);

type Token = Static<typeof apiTokenCreated.data>;

export const onApiTokenCreated = (context: Context, { data }: ReceivedEvent<typeof apiTokenCreated>) => add(context, data, 1);

export const onApiTokenDeleted = (context: Context, { preData }: ReceivedEvent<typeof apiTokenDeleted>) => add(context, preData, -1);

export async function onApiTokenUpdated(context: Context, { data, preData }: ReceivedEvent<typeof apiTokenUpdated>): Promise<void> {
  await add(context, preData, -1);
  await add(context, data, 1);
}

/** A single consumer processes the events in order, so nothing else writes these rows. */
async function add({ em }: Context, { environment, projects }: Token, change: number): Promise<void> {
  for (const project of new Set([anyProject, ...projects])) {
    const known = await em.findOne(TokenCount, { environment, project });
    if (known) known.tokens += change;
    else em.create(TokenCount, { environment, project, tokens: change });
  }
  await em.flush();
}

/** The numbers of API tokens by environment: of all tokens, or of those that grant access to one project. */
export async function countTokens(em: EntityManager, project?: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const scopes = project === undefined ? [anyProject] : [project, '*'];
  for (const { environment, tokens } of await em.find(TokenCount, { project: { $in: scopes } }))
    counts.set(environment, (counts.get(environment) ?? 0) + tokens);
  return counts;
}
