export type LinkKind = 'auth' | 'unlock';

/** What a link of a mail is for, by its query; null when its type or its key is missing (spec 1 §2). */
export function linkOf(query: URLSearchParams): { type: LinkKind; linkKey: string } | null {
  const type = query.get('type');
  const linkKey = query.get('key');
  return (type === 'auth' || type === 'unlock') && linkKey ? { type, linkKey } : null;
}
