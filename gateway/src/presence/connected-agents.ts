import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { AgentSocket } from '../sockets/sockets.ts';

/** The agents connected here, by device; at most one socket per device. */
export interface ConnectedAgents {
  /** Registers a socket. @returns the socket of the same device that it replaces */
  add(socket: AgentSocket): AgentSocket | undefined;
  /** @returns false when another socket of the device has replaced it */
  remove(socket: AgentSocket): boolean;
  get(device: DevicePk): AgentSocket | undefined;
  devicesOf(company: CompanyPk): Iterable<DevicePk>;
  companies(): Iterable<CompanyPk>;
  readonly size: number;
}

export function createConnectedAgents(): ConnectedAgents {
  const byDevice = new Map<DevicePk, AgentSocket>();
  const byCompany = new Map<CompanyPk, Set<DevicePk>>();
  return {
    add(socket) {
      const { company, device } = socket.data;
      const before = byDevice.get(device);
      byDevice.set(device, socket);
      const devices = byCompany.get(company) ?? new Set<DevicePk>();
      byCompany.set(company, devices);
      devices.add(device);
      return before;
    },
    remove(socket) {
      const { company, device } = socket.data;
      if (byDevice.get(device) !== socket) return false;
      byDevice.delete(device);
      const devices = byCompany.get(company);
      devices?.delete(device);
      if (devices?.size === 0) byCompany.delete(company);
      return true;
    },
    get: (device) => byDevice.get(device),
    companies: () => byCompany.keys(),
    devicesOf: (company) => byCompany.get(company) ?? [],
    get size() {
      return byDevice.size;
    },
  };
}
