export type LinkKind = 'auth' | 'unlock';

/** The purpose of a mail link by its query; null if its type or its key is missing (spec 1 §2). */
export function linkOf(query: URLSearchParams): { type: LinkKind; linkKey: string } | null {
  const type = query.get('type');
  const linkKey = query.get('key');
  return (type === 'auth' || type === 'unlock') && linkKey ? { type, linkKey } : null;
}
