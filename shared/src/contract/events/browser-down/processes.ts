import * as z from 'zod';
import { event } from '../../event.ts';
import { DevicePk } from '../../ids.ts';
import { ProcessRow } from '../agent-up/usage.ts';

export const processes = event(
  'processes',
  z.object({
    device_pk: DevicePk,
    at: z.number(),
    rows: z.array(ProcessRow),
    /** How many there are, where `rows` are only the first of them. */
    total: z.int().optional(),
  }),
);
