import fc from 'fast-check';

/**
 * Groups, devices and members are counted from 0; -1 is the default group as a place, and the top level as a parent.
 */
export const DEFAULT = -1;

const GROUPS = 6;
export const DEVICES = 5;
const MEMBERS = 2;

/** What an administrator does. A step that the rules forbid (a group under itself, a deleted group) changes nothing. */
export type Step =
  | { readonly do: 'move_devices'; readonly devices: readonly number[]; readonly to: number }
  | { readonly do: 'move_group'; readonly group: number; readonly to: number }
  | { readonly do: 'delete_group'; readonly group: number }
  | { readonly do: 'grant'; readonly member: number; readonly group: number }
  | { readonly do: 'revoke'; readonly member: number; readonly group: number };

export interface Story {
  /** The parent of each group, which comes before it. */
  readonly parents: readonly number[];
  readonly places: readonly number[];
  readonly grants: readonly (readonly number[])[];
  readonly steps: readonly Step[];
}

const anyGroup = fc.nat(GROUPS - 1);
const anyMember = fc.nat(MEMBERS - 1);
const anyPlace = fc.oneof({ weight: 5, arbitrary: anyGroup }, { weight: 1, arbitrary: fc.constant(DEFAULT) });
const some = fc.uniqueArray(fc.nat(DEVICES - 1), { minLength: 1, maxLength: 3 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move_devices' as const), devices: some, to: anyPlace }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move_group' as const), group: anyGroup, to: anyPlace }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete_group' as const), group: anyGroup }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('grant' as const), member: anyMember, group: anyGroup }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revoke' as const), member: anyMember, group: anyGroup }) },
);

export const story: fc.Arbitrary<Story> = fc.record({
  parents: fc.tuple(...Array.from({ length: GROUPS }, (_, i) => fc.integer({ min: DEFAULT, max: i - 1 }))),
  places: fc.array(anyPlace, { minLength: DEVICES, maxLength: DEVICES }),
  grants: fc.array(fc.uniqueArray(anyGroup, { maxLength: 3 }), { minLength: MEMBERS, maxLength: MEMBERS }),
  steps: fc.array(step, { minLength: 4, maxLength: 8 }),
});

/**
 * Who sees which devices, in a few lines: a member sees the devices that are in a group that was granted to the member.
 */
export class Model {
  readonly #parents = new Map<number, number>();
  readonly #places: number[];
  readonly #grants: Set<number>[];

  constructor({ parents, places, grants }: Story) {
    for (const [index, parent] of parents.entries()) this.#parents.set(index, parent);
    this.#places = [...places];
    this.#grants = grants.map((groups) => new Set(groups.flatMap((one) => this.#path(one))));
  }

  /** @returns whether the rules allow it; then it is done */
  apply(change: Step): boolean {
    switch (change.do) {
      case 'move_devices':
        if (!this.#exists(change.to)) return false;
        if (change.devices.every((device) => this.#places[device] === change.to)) return false;
        for (const device of change.devices) this.#places[device] = change.to;
        return true;
      case 'move_group':
        if (!this.#parents.has(change.group) || !this.#exists(change.to)) return false;
        if (this.#path(change.to).includes(change.group) || this.#parents.get(change.group) === change.to) return false;
        this.#parents.set(change.group, change.to);
        return true;
      case 'delete_group':
        if (!this.#parents.has(change.group)) return false;
        for (const gone of this.#branch(change.group)) this.#remove(gone);
        return true;
      case 'grant':
        return this.#grant(change);
      case 'revoke':
        return this.#revoke(change);
    }
  }

  /** The devices that a member sees. */
  visibleTo(member: number): Set<number> {
    return new Set([...this.#places.keys()].filter((device) => this.#sees(member, this.#places[device] ?? DEFAULT)));
  }

  /** How many devices are in each of the groups that a member sees. */
  countsFor(member: number): Map<number, number> {
    const seen = [...this.#parents.keys()].filter((one) => this.#sees(member, one));
    return new Map(seen.map((one) => [one, this.#places.filter((place) => place === one).length]));
  }

  #sees(member: number, one: number): boolean {
    return this.#grants[member]?.has(one) === true;
  }

  /** With the groups above, as it is asked for. */
  #grant({ member, group: one }: { member: number; group: number }): boolean {
    if (!this.#parents.has(one) || this.#sees(member, one)) return false;
    for (const above of this.#path(one)) this.#grants[member]?.add(above);
    return true;
  }

  /** With the groups below, as it is asked for. */
  #revoke({ member, group: one }: { member: number; group: number }): boolean {
    if (!this.#sees(member, one)) return false;
    for (const below of this.#branch(one)) this.#grants[member]?.delete(below);
    return true;
  }

  #remove(gone: number): void {
    this.#parents.delete(gone);
    for (const granted of this.#grants) granted.delete(gone);
    for (const [device, at] of this.#places.entries()) if (at === gone) this.#places[device] = DEFAULT;
  }

  #exists(one: number): boolean {
    return one === DEFAULT || this.#parents.has(one);
  }

  /** A group and those above it. */
  #path(one: number): number[] {
    const parent = this.#parents.get(one);
    return parent === undefined ? [] : [one, ...this.#path(parent)];
  }

  /** A group and those below it. */
  #branch(one: number): number[] {
    return [...this.#parents.keys()].filter((other) => this.#path(other).includes(one));
  }
}
