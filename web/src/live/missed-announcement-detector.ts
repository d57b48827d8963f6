export interface MissedAnnouncementDetector {
  /** An announcement has arrived. */
  receive: () => void;
  /**
   * The server's count on a new connection, if it tells one.
   * @returns whether an announcement was missed, or may have been
   */
  connect: (announced: number | undefined) => boolean;
  /**
   * The server's count later on. One that it contains may still be under way, so that the returned function is called
   * after a while.
   * @returns a function that says whether an announcement was missed
   */
  compare: (announced: number | undefined) => () => boolean;
}

/** Compares how many announcements the server made to this user with those that have arrived (SEQ-12). */
export function createMissedAnnouncementDetector(): MissedAnnouncementDetector {
  let arrived: number | null = null;
  return {
    receive: () => {
      if (arrived !== null) arrived += 1;
    },
    connect: (announced) => {
      const isSame = arrived !== null && arrived === announced;
      arrived = announced ?? null;
      return !isSame;
    },
    compare: (announced) => {
      const before = arrived;
      return () => {
        if (announced === undefined || before === null || arrived === null) return false;
        // Fewer than had arrived: the server has lost its count, and whatever it announced meanwhile.
        if (announced >= before && announced <= arrived) return false;
        arrived = announced;
        return true;
      };
    },
  };
}
