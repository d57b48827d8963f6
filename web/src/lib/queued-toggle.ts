/**
 * Marks that a click sets or takes back. A click while the one before is sent takes that one back, and is sent after
 * it, so that a double click changes nothing.
 */
export function createQueuedToggle<Key>({
  isOn,
  set,
}: {
  isOn: (key: Key) => boolean;
  set: (key: Key, wanted: boolean) => Promise<void>;
}) {
  const sent = new Map<Key, { readonly wanted: boolean; readonly done: Promise<void> }>();
  /** Resolves to the state that it has set. */
  return async function toggle(key: Key): Promise<boolean> {
    const before = sent.get(key);
    const wanted = !(before?.wanted ?? isOn(key));
    const turn = async () => {
      // Its failure is told to the click that it belongs to.
      await before?.done.catch(() => undefined);
      await set(key, wanted);
    };
    const current = { wanted, done: turn() };
    sent.set(key, current);
    try {
      await current.done;
    } finally {
      if (sent.get(key) === current) sent.delete(key);
    }
    return wanted;
  };
}
