import type { Stack } from '../../support/stack.ts';
import { asSuperuser } from '../../support/superuser.ts';

interface Announcement {
  title: string;
  content?: string;
  language?: 'ko' | 'en' | 'ja';
}

/** Puts a notice where the operator's command would, and gives its number. It does not pop up. */
export const postNotice = (
  stack: Stack,
  { title, content = '<p>…</p>', language = 'en' }: Announcement,
): Promise<number> =>
  asSuperuser(stack, async (sql) => {
    const [row] = await sql<{ pk: number }[]>`
      insert into notices (type, notice_title, notice_content, notice_date)
      values (${language}, ${title}, ${content}, now() - interval '1 minute') returning pk`;
    return row?.pk ?? 0;
  });
