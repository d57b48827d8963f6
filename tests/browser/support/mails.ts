import { eventually } from '../../support/eventually.ts';
import type { Mailbox, ReceivedMail } from '../../support/mailbox.ts';
import { TEST_TIMEOUT_MS } from './timeouts.ts';

/** The newest mail to an address, as it is read; waits for the first one. */
export const newestMail = ({ received }: Mailbox, address: string): Promise<string> =>
  eventually(
    () => {
      const newest = received.findLast(({ to }) => to.includes(address));
      if (!newest) throw new Error(`no mail to ${address}`);
      return textOf(newest);
    },
    { timeout: TEST_TIMEOUT_MS },
  );

/** The link of a letter, without the host: pages are opened where the test opens them. */
export function linkOf(letter: string): string {
  const link = /https?:\/\/[^\s/]+(\/[^\s"<>]+key=[\w-]+)/u.exec(letter)?.[1];
  if (!link) throw new Error(`no link in: ${letter}`);
  return link;
}

/** The plain part of a mail, decoded. */
function textOf({ raw }: ReceivedMail): string {
  const part = raw.split(/\r?\n--/u).find((one) => /content-type: text\/plain/iu.test(one)) ?? raw;
  const [head = '', ...body] = part.split(/\r?\n\r?\n/u);
  const text = body.join('\n\n');
  if (/transfer-encoding: base64/iu.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  if (/transfer-encoding: quoted-printable/iu.test(head)) return fromQuotedPrintable(text);
  return text;
}

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/gu, '')
      .replaceAll(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
