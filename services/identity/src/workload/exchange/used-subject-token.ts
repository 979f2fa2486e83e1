import { usedSubjectTokenTable } from '../../tables/workload.ts';

/** An exchanged token of an issuer, stored as long as a replay is possible. */
export class UsedSubjectToken extends usedSubjectTokenTable.entity.class {}
usedSubjectTokenTable.entity.setClass(UsedSubjectToken);
