import sanitizeHtml from 'sanitize-html';

const heading = 'h3';
const TEXT = ['br', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'code', 'a', 'img'];
const LISTS = ['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
const BLOCKS = ['p', 'hr', heading, 'h4', 'pre', 'blockquote', ...LISTS];

/**
 * HTML of a notice as it may be stored and shown: text, lists, tables, links, and pictures that are in it or on this
 * server; no scripts, styles, forms or frames. Headings begin below the title of the page that shows it.
 */
export function sanitizeNotice(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...TEXT, ...BLOCKS],
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt', 'width', 'height'], th: ['scope'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    transformTags: {
      h1: heading,
      h2: heading,
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
    },
  }).trim();
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as HTML: an empty line ends a paragraph. */
export const htmlOfText = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/u)
    .map((part) => `<p>${part.replaceAll(/[&<>]/gu, (sign) => entities[sign] ?? '').replaceAll('\n', '<br>')}</p>`)
    .join('\n');
