import { knownEnvironmentTable, knownProjectTable } from '../../tables/projection.ts';

/** A project of toggles, as far as access depends on it; also a private one that was deleted, because its history stays private. */
export class KnownProject extends knownProjectTable.entity.class {}
knownProjectTable.entity.setClass(KnownProject);

/** An environment of toggles: tokens are for one. */
export class KnownEnvironment extends knownEnvironmentTable.entity.class {}
knownEnvironmentTable.entity.setClass(KnownEnvironment);
