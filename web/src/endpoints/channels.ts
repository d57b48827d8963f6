import type * as channels from '@vigil/shared/contract/http/channels';
import { endpoint } from './client-endpoint.ts';

export const listChannels = endpoint<typeof channels.listChannels>('GET', '/channels');
export const createChannel = endpoint<typeof channels.createChannel>('POST', '/channels');
export const updateChannel = endpoint<typeof channels.updateChannel>('PUT', '/channels/:pk');
export const deleteChannel = endpoint<typeof channels.deleteChannel>('DELETE', '/channels/:pk');
export const rotateChannelSecret = endpoint<typeof channels.rotateChannelSecret>('POST', '/channels/:pk/secret');
export const testChannel = endpoint<typeof channels.testChannel>('POST', '/channels/:pk/test');
export const listDeliveries = endpoint<typeof channels.listDeliveries>('GET', '/channels/:pk/deliveries');
