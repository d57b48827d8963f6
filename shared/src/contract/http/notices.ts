import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { NoticePk, pkInPath } from '../ids.ts';
import { languages } from '../languages.ts';
import { ListMeta, dateRangeParams, pageQuery, searchBy } from '../list-query.ts';
import * as company from '../routes/company.ts';
import { DEFAULT_USER_LANGUAGE } from '../user-defaults.ts';

/** An announcement of the operator. `notice_content` is HTML that was sanitised when it was stored. */
export const Notice = z.object({
  pk: NoticePk,
  notice_title: z.string(),
  notice_content: z.string(),
  /** Until when it pops up; from when it counts as new is `create_time`. */
  notice_date: z.iso.datetime(),
  create_time: z.iso.datetime(),
  type: z.enum(languages),
});
export type Notice = z.infer<typeof Notice>;

export const listNotices = endpoint(company.listNotices, {
  summary: 'List notices in one language, newest first',
  query: pageQuery({ by: ['notice_date', 'create_time'] }).extend({
    ...searchBy(['notice_title']),
    ...dateRangeParams,
    type: z.enum(languages).default(DEFAULT_USER_LANGUAGE),
  }),
  objects: z.array(Notice),
  meta: ListMeta,
});

export const readNotice = endpoint(company.readNotice, {
  summary: 'Read one notice',
  params: z.object({ pk: pkInPath(NoticePk) }),
  objects: z.array(Notice),
});
