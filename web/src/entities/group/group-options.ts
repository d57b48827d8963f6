import type { GroupNode, GroupTree } from './group-tree.ts';

/** The groups with their subgroups below them, for a plain `Select`, which every page has loaded. */
export const groupOptions = ({ roots }: GroupTree): { value: string; label: string }[] => optionsOf(roots, '');

const optionsOf = (nodes: readonly GroupNode[], above: string): { value: string; label: string }[] =>
  nodes.flatMap(({ group, children }) => [
    { value: String(group.pk), label: `${above}${group.name}` },
    ...optionsOf(children, `${above}${group.name} / `),
  ]);
