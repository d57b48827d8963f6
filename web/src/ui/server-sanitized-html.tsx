import { Typography } from '@mantine/core';
import type { Language } from '@vigil/shared/contract/languages';

/** HTML that the server sanitised when it was stored; the content security policy of the page blocks scripts in it. */
export function ServerSanitizedHtml({ html, lang }: { html: string; lang?: Language }) {
  return <Typography {...(lang && { lang })} dangerouslySetInnerHTML={{ __html: html }} />;
}
