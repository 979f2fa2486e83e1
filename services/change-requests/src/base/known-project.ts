import { knownProjectTable } from '../tables/known.ts';

/** A project of toggles; its mode decides who may propose changes. */
export class KnownProject extends knownProjectTable.entity.class {}
knownProjectTable.entity.setClass(KnownProject);
