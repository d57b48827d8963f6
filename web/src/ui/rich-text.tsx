import { Typography } from '@mantine/core';

/** Text with markup that the server sanitised when it was stored; the page's security policy runs no script in it. */
export function RichText({ html }: { html: string }) {
  return <Typography dangerouslySetInnerHTML={{ __html: html }} />;
}
