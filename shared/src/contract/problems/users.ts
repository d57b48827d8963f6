import type { ProblemDefinition } from './problem-definition.ts';

/** The users of a company, and imports of users and groups. */
export const userProblems = {
  /** `detail` is the number of users that the licences admit. */
  sub_manager_limit: {
    status: 409,
    en: 'The number of users that your licence allows has been reached.',
    ko: '허용된 하위 사용자 수를 초과했습니다.',
    ja: 'ライセンスで許可されているユーザー数の上限に達しました。',
  },
  search_manager_405: {
    status: 422,
    en: 'The approver was not found, or cannot decide requests.',
    ko: '승인자를 찾을 수 없거나 요청을 승인할 수 없는 사용자입니다.',
    ja: '承認者が見つからないか、申請を承認できないユーザーです。',
  },
  /** A new submanager without `use_approval` would be an ordinary user (spec 3 §4). */
  sub_manager_without_approval: {
    status: 422,
    en: 'A submanager needs “Approval required for remote access”. Turn it on for the new user as well.',
    ko: '부관리자에게는 “원격 접속에 승인 필요”가 있어야 합니다. 새 사용자에게도 켜 주세요.',
    ja: 'サブ管理者には「リモート接続に承認が必要」が必要です。新しいユーザーでもオンにしてください。',
  },
  /** Another import of the company has not ended yet. */
  import_under_way: {
    status: 429,
    retry: 'later',
    en: 'Another import of your company is under way. Try again when it has ended.',
    ko: '회사의 다른 가져오기가 진행 중입니다. 끝난 후 다시 시도해 주세요.',
    ja: '会社の別のインポートが実行中です。終了してからもう一度お試しください。',
  },
  /** Of an import: a name that is there twice, a level too deep, or a row below one that fails (spec 3 §5). */
  excel_group_fail: {
    status: 422,
    en: 'The group cannot be placed: names are unique in the file, at most three levels deep, and no level is skipped.',
    ko: '그룹을 배치할 수 없습니다. 파일 안에서 이름은 중복될 수 없고, 최대 3단계이며, 단계를 건너뛸 수 없습니다.',
    ja: 'グループを配置できません。ファイル内の名前は重複できず、最大3階層で、階層を飛ばすことはできません。',
  },
  /** Of an import: no group has the name, or more than one. */
  group_unknown: {
    status: 422,
    en: 'There is no group of this name.',
    ko: '해당 이름의 그룹이 없습니다.',
    ja: 'この名前のグループはありません。',
  },
  group_ambiguous: {
    status: 422,
    en: 'There are several groups of this name. Enter the path, such as HQ/Floor 2.',
    ko: '같은 이름의 그룹이 여러 개 있습니다. 본사/2층과 같이 경로를 입력해 주세요.',
    ja: '同じ名前のグループが複数あります。「本社/2階」のようにパスを入力してください。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
