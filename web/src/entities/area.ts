import type { InstallationSettings } from '@vigil/shared/contract/http/settings';
import type { FleetSummary } from '@vigil/shared/contract/summary';
import type { Viewer } from '@vigil/shared/domain/permissions';
import type { ComponentType } from 'react';
import type { Catalogues } from '../i18n/catalogue-types.ts';

/** What decides which pages a user is offered. */
export interface NavConditions {
  viewer: Viewer;
  settings: Pick<InstallationSettings, 'tickets' | 'standalone'>;
  /** The policies that the company uses; each has a settings page (spec 1 §3). */
  policies: Pick<FleetSummary, 'common_policy' | 'ip_policy'>;
  isMobile: boolean;
}

/**
 * A link in the header, in a side menu (account, support, statistics and histories), in the menu of the user, or after
 * those of the header where a phone shows them.
 */
export interface NavEntry {
  menu: 'header' | 'phone' | 'account' | 'user' | 'support' | 'statistics' | 'history';
  /**
   * Its title is the text of this name in the catalogue `navigation`, which also has other words by which the palette
   * finds it.
   */
  id: keyof Catalogues['navigation']['title'];
  /** Without the language. */
  path: string;
  /** Where it leads in place of its path, to another page of its own. */
  pathFor?: (context: NavConditions) => string;
  /** The entry leads to the first page of this menu that the user is offered, and to its path where there is none. */
  leadsTo?: 'account';
  /** The entry is current on all addresses that begin with this; the path without one. */
  prefix?: string;
  /** Of these, addresses that begin with this belong to another menu. */
  excluded?: string;
  /** The entry is current on its own address only. */
  isExact?: boolean;
  /** Offered to every user without it. */
  shown?: (context: NavConditions) => boolean;
}

/** A page inside the shell. */
export interface AreaPage {
  /** Of the router, without the language. */
  path: string;
  load: () => Promise<ComponentType>;
  /** Stands alone on the screen, without header and side pane. */
  isFullScreen?: boolean;
  /** The part of the texts that it needs beside those of the console. */
  texts?: 'administration';
  /** What users see instead that it is not for: that they may not open it, or that there is none. */
  denies?: (viewer: Viewer) => 403 | 404 | null;
  /** Installations that do not have the page show the error instead. */
  offered?: { by: (settings: InstallationSettings) => boolean; otherwise: 403 | 404 };
}

/** What the shell knows of the page that it holds: the `handle` of its route. */
export type RouteHandle = Required<Pick<AreaPage, 'isFullScreen'>>;

/** A part of the console: its links and its pages, which are loaded when they are opened. */
export interface ConsoleArea {
  nav?: readonly NavEntry[];
  pages: readonly AreaPage[];
}

/** Of pages for administrators. */
export const exceptAdministrators = ({ flags }: Viewer): 403 | null => (flags.isAdmin ? null : 403);

/**
 * Of pages for administrators who have signed in themselves: a session by invitation makes nothing that outlives it.
 */
export const exceptOwnAdministrators = (viewer: Viewer): 403 | null =>
  viewer.isGuest ? 403 : exceptAdministrators(viewer);

/** Of the configurations: those who may give a device one. */
export const exceptConfigUsers = ({ flags }: Viewer): 403 | null => (flags.isAdmin || flags.useFunction ? null : 403);

/** Of pages that read what the account of a ticket is not told of. */
export const exceptTicketAccounts = ({ isTemporary }: Viewer): 403 | null => (isTemporary ? 403 : null);

/** Type-checks an area; it imports nothing but what it loads later. */
export const defineArea = (area: ConsoleArea): ConsoleArea => area;
