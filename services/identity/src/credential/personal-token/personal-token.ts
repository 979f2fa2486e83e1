import { Type } from 'typebox';
import { personalTokenTable } from '../../tables/token.ts';

/** A token that acts as its owner, a user or a service account, with the owner's current rights. It ends with its owner. */
export class PersonalToken extends personalTokenTable.entity.class {}
personalTokenTable.entity.setClass(PersonalToken);

/** Id of a token in paths. */
export const personalTokenId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** A new token with its secret, which is shown once and not stored. */
export interface IssuedToken {
  readonly token: PersonalToken;
  readonly secret: string;
}
