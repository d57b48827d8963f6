/**
 * Changes of which browsers are told, so that they read again what they show of them. The event of the browser, the
 * message of the bus, its recipients and the browser's listener derive from the line of a kind. A repeated announcement
 * is harmless, and a lost one is noticed (SEQ-12). What browsers learn by a change of the fleet is not announced.
 */
export const announcements = {
  approval: { event: 'approval_changed', to: 'users' },
  ticket: { event: 'ticket_changed', to: 'users' },
  notice: { event: 'notice_posted', to: 'everyone' },
  policy: { event: 'policy_changed', to: 'company' },
  /** The account of the user was changed by another person: the profile says how. */
  profile: { event: 'profile_changed', to: 'users' },
  /** A session of the user was opened or ended. */
  sessions: { event: 'sessions_changed', to: 'users' },
  /** The user looked at the bell in another console: what it counts is read again. */
  alertsSeen: { event: 'alerts_seen', to: 'users' },
  /** A configuration was changed or deleted, or given to other groups; agents get it by a change of the fleet. */
  config: { event: 'configs_changed', to: 'company' },
  /** A saved wall view was made, changed or deleted: walls that show it follow. */
  wallView: { event: 'wall_views_changed', to: 'company' },
  /** A maintenance window was made, changed, ended or deleted: lists show which devices are in one. */
  maintenance: { event: 'maintenance_changed', to: 'company' },
  /**
   * A payment of the company was ordered or ended, or a licence bought or withdrawn: the profile and the history say
   * how.
   */
  payment: { event: 'payments_changed', to: 'company' },
  /** An export of the user is ready, or has failed. */
  export: { event: 'export_ready', to: 'users' },
} as const satisfies Record<string, { readonly event: string; readonly to: 'company' | 'users' | 'everyone' }>;

export type Announcements = typeof announcements;
export type AnnouncementKind = keyof Announcements;
/** The event of each kind whose recipients are these. */
export type EventNamesAnnouncedTo<R extends Announcements[AnnouncementKind]['to']> = {
  [K in AnnouncementKind]: Announcements[K]['to'] extends R ? Announcements[K]['event'] : never;
}[AnnouncementKind];
export const announcementKinds = Object.keys(announcements) as AnnouncementKind[];
