import * as z from 'zod';
import { Bit, OsId, TagsOfRequest } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { FilterPk, GroupPk, pkInPath, UserPk } from '../ids.ts';
import { MAX_FILTER_NAME, MAX_SEARCH_TEXT } from '../limits.ts';
import { deviceStatuses, deviceListOrders } from '../names.ts';
import { normalizeText, isVisibleText } from '../patterns.ts';
import * as devices from '../routes/devices.ts';

/** What the list of devices shows, and how it is sorted; null where it makes no difference. */
export const ListFilter = z.strictObject({
  text: z.string().max(MAX_SEARCH_TEXT).default(''),
  os: OsId.nullable().default(null),
  status: z.enum(deviceStatuses).nullable().default(null),
  tags: TagsOfRequest.default([]),
  group: z
    .union([z.enum(['all', 'favorate']), GroupPk])
    .nullable()
    .default(null),
  sort: z
    .strictObject({ by: z.enum(deviceListOrders), order: z.enum(['asc', 'desc']) })
    .nullable()
    .default(null),
});
export type ListFilter = z.infer<typeof ListFilter>;

/** As `filter` was saved, perhaps by another version: the client leaves out what it does not know. */
export const SavedFilter = z.object({
  pk: FilterPk,
  name: z.string(),
  filter: z.record(z.string(), z.json()),
  /** 1: all users of the company have it in their menu. */
  shared: Bit,
  owner: z.object({ pk: UserPk, name: z.string() }),
  /** 1: the caller may change and delete it. */
  editable: Bit,
  updated_at: z.iso.datetime(),
});
export type SavedFilter = z.infer<typeof SavedFilter>;

const FilterName = z
  .string()
  .max(400)
  .overwrite(normalizeText)
  .refine((name) => isVisibleText(name, MAX_FILTER_NAME), 'not a name');

const params = z.object({ pk: pkInPath(FilterPk) });

export const listFilters = endpoint(devices.listFilters, {
  summary: 'List the saved filters of the caller and those that are shared with the company, by name',
  objects: z.array(SavedFilter),
});

/** @throws Problem `duplication_filter_name` for a name that the caller has used; `filter_limit` beyond 50 */
export const createFilter = endpoint(devices.createFilter, {
  audits: { none: 'of their own screen' },
  summary: 'Save a filter',
  body: z.object({ name: FilterName, filter: ListFilter, shared: Bit.default(0) }),
  objects: z.array(SavedFilter),
});

/**
 * A shared filter is changed by its owner or an administrator, others by their owner. `shared: 0` of an administrator
 * gives it back to its owner, and is answered with nothing.
 * @throws Problem `duplication_filter_name`
 */
export const updateFilter = endpoint(devices.updateFilter, {
  audits: { none: 'of their own screen' },
  summary: 'Change, rename or share a saved filter',
  params,
  body: z
    .object({ name: FilterName, filter: ListFilter, shared: Bit })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'nothing to change'),
  objects: z.array(SavedFilter),
});

export const deleteFilter = endpoint(devices.deleteFilter, {
  audits: { none: 'of their own screen' },
  summary: 'Delete a saved filter',
  params,
  objects: z.array(FilterPk),
});
