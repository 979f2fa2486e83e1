import { usedSubjectTokenTable } from '../../tables/workload.ts';

/** A token of an issuer that was exchanged, once, for as long as it could be sent again. */
export class UsedSubjectToken extends usedSubjectTokenTable.entity.class {}
usedSubjectTokenTable.entity.setClass(UsedSubjectToken);
