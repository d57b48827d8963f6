import { createPreferenceAtom } from '../../entities/preference/preferences.ts';

export type GroupsView = 'list' | 'icon';

const isGroupsView = (value: unknown): value is GroupsView => value === 'list' || value === 'icon';

export const groupsViewAtom = createPreferenceAtom<GroupsView>('groups_view', 'list', isGroupsView);
