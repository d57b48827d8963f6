import { readFile } from 'node:fs/promises';
import { announceOnCommit, commitCrossCompanyChange } from '@vigil/shared/platform/changes/commit-change';
import { notices } from '@vigil/shared/platform/db/schema/notices';
import { desc, eq } from 'drizzle-orm';
import * as z from 'zod';
import { defineOperatorCommand, CommandLineError, type OperatorCommand } from '../command.ts';
import { languageArgument, endTimeArgument, noticePkArgument } from '../input.ts';
import { openChangeStores } from '../user-change.ts';

const WEEK_MS = 7 * 86_400_000;

const wire = (row: typeof notices.$inferSelect) => ({
  pk: row.pk,
  language: row.type,
  title: row.title,
  posted_at: row.createdAt.toISOString(),
  until: row.noticeDate.toISOString(),
});

const list = defineOperatorCommand({
  name: 'notices list',
  summary: 'list notices, newest first',
  options: { '--language <code>': 'only notices in this language: ko, en or ja' },
  input: z.object({ language: languageArgument.optional() }),
  async run(input, { database }) {
    const rows = await database.readAll((tx) =>
      tx
        .select()
        .from(notices)
        .where(input.language === undefined ? undefined : eq(notices.type, input.language))
        .orderBy(desc(notices.createdAt)),
    );
    return rows.map(wire);
  },
});

/** The content as sanitised HTML: from an .html file, from a text file, or from the command line. */
async function contentOf({ file, text }: { file?: string | undefined; text?: string | undefined }): Promise<string> {
  if ((file === undefined) === (text === undefined)) throw new CommandLineError('specify either --file or --text');
  // Loaded on first use: npm start waits for other commands.
  const { htmlOfText, sanitizeNotice } = await import('../../features/notices/sanitize.ts');
  const typed = text ?? (await readFile(file ?? '', 'utf8'));
  return sanitizeNotice(/\.html?$/iu.test(file ?? '') ? typed : htmlOfText(typed));
}

const post = defineOperatorCommand({
  name: 'notices post',
  summary: 'post a notice; signed-in users see it immediately',
  args: ['title'],
  options: {
    '--file <file>': 'content from a file: HTML if the name ends in .html, else plain text',
    '--text <text>': 'content as plain text',
    '--language <code>': 'language of the notice: ko, en or ja (default: ko)',
    '--until <time>': 'end of the pop-up at sign-in (default: in one week)',
  },
  input: z.object({
    title: z.string().trim().min(1).max(200),
    file: z.string().optional(),
    text: z.string().optional(),
    language: languageArgument.default('ko'),
    until: endTimeArgument.optional(),
  }),
  async run({ title, until, ...input }, operator) {
    const content = await contentOf(input);
    if (content === '') throw new CommandLineError('the notice has no displayable content');
    const noticeDate = until ?? new Date(operator.now() + WEEK_MS);
    return commitCrossCompanyChange(await openChangeStores(operator), async (tx) => {
      const [row] = await tx.insert(notices).values({ type: input.language, title, content, noticeDate }).returning();
      if (!row) throw new Error('the notice was not stored');
      announceOnCommit(tx, { kind: 'notice', pk: row.pk });
      return wire(row);
    });
  },
});

const remove = defineOperatorCommand({
  name: 'notices remove',
  summary: 'remove a notice',
  args: ['pk'],
  input: z.object({ pk: noticePkArgument }),
  async run(input, operator) {
    const [row] = await commitCrossCompanyChange(await openChangeStores(operator), (tx) =>
      tx.delete(notices).where(eq(notices.pk, input.pk)).returning(),
    );
    if (!row) throw new Error(`notice ${input.pk} not found`);
    return { removed: row.pk, title: row.title };
  },
});

export const noticeCommands: readonly OperatorCommand[] = [list, post, remove];
