import { pendingMailTable } from '../tables/mail.ts';

/**
 * A notice to be mailed; the row is deleted once the server has accepted the mail. One per event and user, even if the event arrives
 * repeatedly.
 */
export class PendingMail extends pendingMailTable.entity.class {}
pendingMailTable.entity.setClass(PendingMail);
