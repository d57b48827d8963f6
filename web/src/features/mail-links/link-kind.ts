const kinds = ['auth', 'undo', 'unlock'] as const;
export type MailLinkKind = (typeof kinds)[number];

/** The purpose of a mail link by its query; null if its type or its key is missing (spec 1 §2). */
export function mailLinkOf(query: URLSearchParams): { type: MailLinkKind; linkKey: string } | null {
  const type = kinds.find((kind) => kind === query.get('type'));
  const linkKey = query.get('key');
  return type && linkKey ? { type, linkKey } : null;
}
