export type LinkKind = 'auth' | 'unlock';

/** What a link of a mail is for, by its query; null when its type or its key is missing (spec 1 §2). */
export function linkOf(query: URLSearchParams): { type: LinkKind; key: string } | null {
  const type = query.get('type');
  const key = query.get('key');
  return (type === 'auth' || type === 'unlock') && key ? { type, key } : null;
}
