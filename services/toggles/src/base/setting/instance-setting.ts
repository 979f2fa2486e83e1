import { settingTable } from '../../tables/instance.ts';

/** A setting of the instance. It has no content until an administrator sets it for the first time. */
export class InstanceSetting extends settingTable.entity.class {}
settingTable.entity.setClass(InstanceSetting);
