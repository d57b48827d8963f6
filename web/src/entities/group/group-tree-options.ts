import type { GroupNode, GroupTree } from './group-tree.ts';

/** A group with its subgroups, for a `TreeSelect`. */
export interface NestedGroupOption {
  value: string;
  label: string;
  children?: NestedGroupOption[];
}

const choicesOf = (nodes: readonly GroupNode[], without: GroupNode | undefined): NestedGroupOption[] =>
  nodes
    .filter((node) => node !== without)
    .map(({ group, children }) => {
      const below = choicesOf(children, without);
      return { value: String(group.pk), label: group.name, ...(below.length > 0 ? { children: below } : {}) };
    });

/** @param excluded a group that is left out with everything below it */
export const groupTreeOptions = ({ roots }: GroupTree, excluded?: GroupNode): NestedGroupOption[] =>
  choicesOf(roots, excluded);
