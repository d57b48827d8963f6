import { z } from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';
import { DevicePk } from '../../ids.ts';

export const watchDevice = event('watch_device', z.object({ pk: DevicePk }), { ack: Accepted });
export const unwatchDevice = event('unwatch_device', z.object({ pk: DevicePk }), { ack: Accepted });
