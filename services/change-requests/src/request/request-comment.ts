import { requestCommentTable } from '../tables/change-request.ts';

export class RequestComment extends requestCommentTable.entity.class {}
requestCommentTable.entity.setClass(RequestComment);
