import * as z from 'zod';
import { event } from '../../event.ts';
import { IncidentPk } from '../../ids.ts';
import { incidentStates } from '../../names.ts';

/**
 * Incidents that were opened or changed, in batches: `state` null says that its alerts are in another incident now. `count` are
 * the devices that the viewer may see.
 */
export const incidentsChanged = event(
  'incidents',
  z.object({
    rows: z.array(
      z.object({
        pk: IncidentPk,
        state: z.literal(incidentStates).nullable(),
        count: z.int().nonnegative(),
      }),
    ),
  }),
);
