import { knownEnvironmentTable, knownProjectTable } from '../../tables/projection.ts';

/** A project of toggles with its access mode. Deleted private projects stay, because their history stays private. */
export class KnownProject extends knownProjectTable.entity.class {}
knownProjectTable.entity.setClass(KnownProject);

/** An environment of toggles; tokens belong to one. */
export class KnownEnvironment extends knownEnvironmentTable.entity.class {}
knownEnvironmentTable.entity.setClass(KnownEnvironment);
