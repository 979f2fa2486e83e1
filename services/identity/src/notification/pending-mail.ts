import { pendingMailTable } from '../tables/mail.ts';

/** A mail on its way: the row goes once the server has taken it. One for each event and user, however often the event is heard. */
export class PendingMail extends pendingMailTable.entity.class {}
pendingMailTable.entity.setClass(PendingMail);
