import type { Context } from '@signalbox/kit';
import { watchTable } from '../tables/mail.ts';

/** A user who receives mail when a feature changes. Names of features are unique across projects. */
export class Watch extends watchTable.entity.class {}
watchTable.entity.setClass(Watch);

export const forgetWatches = ({ em }: Context, userId: number): Promise<number> => em.nativeDelete(Watch, { userId });
