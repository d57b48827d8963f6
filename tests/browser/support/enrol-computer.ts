import { createEnrolToken } from '@vigil/shared/contract/http/agents';
import { listDevices } from '@vigil/shared/contract/http/devices';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Computer } from '../../support/computer.ts';
import { eventually } from '../../support/eventually.ts';
import type { Company } from './companies.ts';
import { expect } from './expect.ts';

/** Starts the agent of a computer. @returns its device */
export async function enrolComputer(computer: Computer, company: Company): Promise<DevicePk> {
  const { objects: token } = await company.client.call(createEnrolToken, { body: { uses: 1 } });
  await computer.turnOn(token.enrol_token);
  return eventually(async () => {
    const { objects } = await company.client.call(listDevices, { query: { search_mode: 'all' } });
    const found = objects.find(({ guid }) => guid === computer.guid);
    expect(found?.alive).toBe(1);
    return found!.pk;
  });
}
