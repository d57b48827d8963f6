import { lastDayOfLicence } from '@vigil/shared/domain/licence-periods';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';

/** The last day of the company's licences on the clock of a zone; null without licences. */
export function useCompanyEnd(): (zone: string) => string | null {
  const { profile } = useViewer();
  const time = useTimeFormat();
  const ends = profile.license.list.map(({ expireTimeStamp }) => expireTimeStamp);
  return (zone) => (ends.length === 0 ? null : time.day(lastDayOfLicence(new Date(Math.max(...ends)), zone)));
}
