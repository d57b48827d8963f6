import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../local/runtime.ts';
import type { GeneratedFile } from './download-file.ts';

const MANUALS = fromRoot('docs', 'manuals');
const NAME = /^(?<topic>[a-z-]+)\.(?<lang>ko|en|ja)\.md$/u;

const STYLE = `body{max-width:46rem;margin:2rem auto;padding:0 1.25rem;color:#1b2430;font:16px/1.7 -apple-system,"Segoe UI",Roboto,"Apple SD Gothic Neo","Malgun Gothic","Hiragino Sans",sans-serif}
h1,h2{line-height:1.3}h2{margin-top:2.2rem}code,pre{background:#f1f3f5;border-radius:4px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
code{padding:.1em .3em}pre{padding:.8rem 1rem;overflow-x:auto}pre code{padding:0}table{border-collapse:collapse;width:100%}th,td{padding:.4rem .6rem;border:1px solid #ced4da;text-align:left;vertical-align:top}`;

const page = (lang: string, title: string, body: string): string => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body>
${body}</body></html>
`;

/** The manuals, each as one page that can be read, printed and passed on. */
export async function makeHtmlManuals(): Promise<GeneratedFile[]> {
  const { marked } = await import('marked');
  const names = (await readdir(MANUALS)).toSorted();
  return Promise.all(
    names.flatMap((name) => {
      const { topic, lang } = NAME.exec(name)?.groups ?? {};
      if (topic === undefined || (lang !== 'ko' && lang !== 'en' && lang !== 'ja')) return [];
      return [makeManual({ topic, lang }, name, marked)];
    }),
  );
}

async function makeManual(
  { topic, lang }: { topic: string; lang: 'ko' | 'en' | 'ja' },
  name: string,
  marked: (markdown: string) => string | Promise<string>,
): Promise<GeneratedFile> {
  const markdown = await readFile(path.join(MANUALS, name), 'utf8');
  const title = /^# (.+)$/mu.exec(markdown)?.[1] ?? topic;
  const bytes = Buffer.from(page(lang, title, await marked(markdown)));
  return {
    id: `manual-${topic}-${lang}`,
    kind: 'document',
    dev_os_id: 0,
    arch: null,
    needs_node: null,
    lang,
    file_name: `${topic}-manual.${lang}.html`,
    bytes,
  };
}
