/**
 * How long texts may be, in characters, and how many there may be of a thing, for API and console. Other limits: the
 * `*-rules.ts` beside it.
 */

export const MAX_DEVICE_NAME = 64;
export const MAX_DEVICE_MEMO = 140;
/** So many devices are named by one request that reads; an export of more is one of their group. */
export const MAX_READ_REQUEST_DEVICES = 50_000;
/** So many devices are asked at once whether they can be woken. */
export const MAX_WAKE_READINESS_DEVICES = 200;
/** So many devices are changed or commanded by one request, which is then answered within seconds. */
export const MAX_BULK_DEVICES = 10_000;

export const MAX_GROUP_NAME = 40;
/** The name that a system has for a sensor, such as a fan. */
export const MAX_SENSOR_NAME = 64;
/** The greatest number that can be set as the limit of devices of a group. */
export const MAX_GROUP_DEVICE_LIMIT = 1_000_000;

export const MAX_INCIDENT_NOTE = 1_000;

/** Of the text that a list is searched for. */
export const MAX_SEARCH_TEXT = 200;

/** Saved filters of one user (decision 74). */
export const MAX_SAVED_FILTERS_PER_USER = 50;
export const MAX_FILTER_NAME = 50;

/** Saved wall views of one user, and groups that one of them can name. */
export const MAX_WALL_VIEWS_PER_USER = 50;
export const MAX_WALL_VIEW_NAME = 50;
export const MAX_WALL_VIEW_GROUPS = 50;
/** How long a page of a wall stays before the next one is shown, in seconds. */
export const DEFAULT_WALL_PAGE_SECONDS = 20;
export const WALL_PAGE_SECONDS_RANGE = { least: 3, most: 3_600 } as const;
/** The highest threshold of a wall for the processor, in °C. */
export const MAX_WALL_TEMPERATURE = 150;

/** Wall screens of one company, and groups that one of them can show. */
export const MAX_WALL_SCREENS = 100;
export const MAX_WALL_SCREEN_NAME = 60;
export const MAX_WALL_SCREEN_GROUPS = 50;
/** Digits of the code that connects a wall screen, as of a one-time code. */
export const TYPED_CODE_DIGITS = 6;
/** Of the version of the console that a wall screen reports. */
export const MAX_CONSOLE_VERSION_LENGTH = 100;

/** Of the reason of a request for access, and of its decision. */
export const MAX_REQUEST_REASON = 1_000;

export const MAX_TICKET_DEVICES = 50;
/** Of the reason of a ticket, and of the note of its decision. */
export const MAX_TICKET_REASON = 1_000;

/** API tokens of one user, groups that one of them is limited to, and days for which it is valid. */
export const MAX_API_TOKENS_PER_USER = 20;
/** Of companies. */
export const MAX_COMPANY_NAME = 200;
export const MAX_API_TOKEN_NAME = 60;
export const MAX_API_TOKEN_GROUPS = 50;
export const MAX_API_TOKEN_LIFETIME_DAYS = 365;

/** The logo of a company, as it is uploaded. */
export const MAX_LOGO_BYTES = 2 * 1_048_576;

/** The longest body of `POST /client_errors`, in bytes. */
export const MAX_CLIENT_ERROR_BYTES = 4_096;

/** How often a user has usage and frames refreshed, in seconds. */
export const REFRESH_INTERVAL_S_RANGE = { least: 1, most: 3_600 } as const;

/** Of the way by which a visitor came to sign up. */
export const MAX_REFERRAL_SOURCE = 40;
/** How long a sign-in link of a user is valid, in seconds: it is carried to another device at once. */
export const DEFAULT_SIGN_IN_LINK_LIFETIME_S = 60;

/** Devices of one licence, and months of one payment (decision 89). */
export const MAX_LICENCE_DEVICES = 100_000;
export const MAX_LICENCE_MONTHS = 36;
/** Payments of one company that wait for their buyer; more would only hide those that somebody means to pay. */
export const MAX_OPEN_PAYMENTS = 20;
/** Of the price that was agreed with a company, with its name. */
export const MAX_AGREED_PRICE = 120;
/** Of the remarks on a payment. */
export const MAX_PAYMENT_REMARKS = 200;

/** Maintenance windows of one company that are running or coming, and what one of them can name. */
export const MAX_MAINTENANCE_WINDOWS = 200;
export const MAX_MAINTENANCE_REASON = 200;
export const MAX_MAINTENANCE_DEVICES = 1_000;
/**
 * The longest single window in days, and the longest one that repeats in hours: it has to be over when the next day's
 * begins.
 */
export const MAX_MAINTENANCE_DAYS = 31;
export const MAX_REPEATED_MAINTENANCE_HOURS = 24;

/** Channels of one company, and groups that one of them can name. */
export const MAX_CHANNELS = 50;
export const MAX_CHANNEL_NAME = 60;
export const MAX_CHANNEL_URL = 1_000;
export const MAX_CHANNEL_ADDRESSES = 20;
export const MAX_CHANNEL_GROUPS = 50;
/** The deliveries of a channel that are kept. */
/** Of an alert whose value was not known again and again, the last. */
export const MAX_UNKNOWN_SPANS = 20;
export const MAX_KEPT_DELIVERIES = 50;
/** For how long an incident may be left unacknowledged before a channel is told, in minutes. */
export const MAX_ESCALATION_MINUTES = 1_440;

/** The rows of a ranking (spec 2 §2). */
export const MOST_RANKED = 10;
