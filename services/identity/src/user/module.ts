import { module } from '@signalbox/kit';
import { userEntity } from './user.ts';

/** Who there is: users as rows, and how others see them. */
export const user = module({ entities: [userEntity] });
