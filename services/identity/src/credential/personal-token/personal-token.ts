import { Type } from 'typebox';
import { personalTokenTable } from '../../tables/token.ts';

/** What acts as its owner, a user or a service account, with the rights that the owner has at that moment. It ends with its owner. */
export class PersonalToken extends personalTokenTable.entity.class {}
personalTokenTable.entity.setClass(PersonalToken);

/** What paths name a token of the owner by. */
export const personalTokenId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** A token that was made just now, with its secret, which is shown once and stored nowhere. */
export interface IssuedToken {
  readonly token: PersonalToken;
  readonly secret: string;
}
