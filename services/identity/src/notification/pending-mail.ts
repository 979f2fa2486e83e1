import { pendingMailTable } from '../tables/mail.ts';

/** A mail to be sent; the row is deleted once the server has accepted it. One per event and user, even if the event arrives repeatedly. */
export class PendingMail extends pendingMailTable.entity.class {}
pendingMailTable.entity.setClass(PendingMail);
