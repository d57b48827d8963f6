import { Typography } from '@mantine/core';

/** HTML that the server sanitised when it was stored; the content security policy of the page blocks scripts in it. */
export function RichText({ html }: { html: string }) {
  return <Typography dangerouslySetInnerHTML={{ __html: html }} />;
}
