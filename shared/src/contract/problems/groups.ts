import type { ProblemDefinition } from './problem-definition.ts';

/** The tree of groups. */
export const groupProblems = {
  duplication_group_name: {
    status: 409,
    en: 'A group with this name already exists here.',
    ko: '같은 위치에 동일한 그룹 이름이 있습니다.',
    ja: '同じ場所に同名のグループがあります。',
  },
  group_limit: {
    status: 409,
    en: 'The group does not allow any more devices.',
    ko: '그룹에 허용된 장치 수를 초과했습니다.',
    ja: 'グループで許可されたデバイス数を超えています。',
  },
  parent_group_required: {
    status: 422,
    en: 'Access to the group above is required first.',
    ko: '상위 그룹의 권한이 먼저 필요합니다.',
    ja: '先に上位グループの権限が必要です。',
  },
  subgroup_permission_first: {
    status: 409,
    retry: 'fresh',
    en: 'Remove access to the subgroups first.',
    ko: '하위 그룹의 권한을 먼저 제거해 주세요.',
    ja: '先にサブグループの権限を削除してください。',
  },
  /** Who sees them can remove the access to all of them. */
  subgroup_out_of_sight: {
    status: 403,
    en: 'The user also has access to subgroups that you do not see. An administrator can remove it.',
    ko: '이 사용자는 회원님이 볼 수 없는 하위 그룹에도 권한이 있습니다. 관리자가 제거할 수 있습니다.',
    ja: 'このユーザーは、あなたに表示されないサブグループへの権限も持っています。管理者が削除できます。',
  },
  identical_group: {
    status: 422,
    en: 'The device is already in this group.',
    ko: '이미 해당 그룹에 있는 장치입니다.',
    ja: 'デバイスはすでにこのグループにあります。',
  },
  moved_device_fail: {
    status: 422,
    // Also for groups: spec 2 §8 has one key for both.
    en: 'This cannot be moved there.',
    ko: '해당 위치로 이동할 수 없습니다.',
    ja: 'その場所には移動できません。',
  },
  all_device_has_no_child: {
    status: 422,
    en: 'All devices cannot contain subgroups.',
    ko: '‘전체 장치’에는 하위 그룹을 만들 수 없습니다.',
    ja: '「すべてのデバイス」にはサブグループを作成できません。',
  },
  /** What the default group does not take: a name, a limit, a deletion, a subgroup. */
  default_group: {
    status: 422,
    en: 'The default group cannot be renamed, limited or deleted, and has no subgroups.',
    ko: '기본 그룹은 이름 변경, 장치 수 제한, 삭제, 하위 그룹 추가를 할 수 없습니다.',
    ja: '既定のグループでは、名前の変更、台数の制限、削除、サブグループの追加はできません。',
  },
  only_device_favourites: {
    status: 422,
    en: 'Only devices can be added to favourites.',
    ko: '즐겨찾기에는 장치만 추가할 수 있습니다.',
    ja: 'お気に入りに追加できるのはデバイスだけです。',
  },
  no_order_warning: {
    status: 422,
    en: 'Groups are sorted by name. The order cannot be changed.',
    ko: '그룹은 이름순으로 정렬되며 순서를 변경할 수 없습니다.',
    ja: 'グループは名前順に並びます。順序は変更できません。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
