import { settingTable } from '../../tables/instance.ts';

/** What administrators set for the whole instance; without content until they do so for the first time. */
export class InstanceSetting extends settingTable.entity.class {}
settingTable.entity.setClass(InstanceSetting);
