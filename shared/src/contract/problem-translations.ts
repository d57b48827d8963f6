import { applicationProblemTranslations } from './application-problem-translations.ts';
import { updateProblemTranslations } from './update-problem-translations.ts';
import { commandProblemTranslations } from './command-problem-translations.ts';
import { configProblemTranslations } from './config-problem-translations.ts';
import { deviceIdentityProblemTranslations } from './device-identity-problem-translations.ts';
import { functionSettingProblemTranslations } from './function-setting-problem-translations.ts';
import { userProblemTranslations } from './user-problem-translations.ts';
import { ipProblemTranslations } from './ip-problem-translations.ts';
import { wallScreenProblemTranslations } from './wall-screen-problem-translations.ts';
import { tokenProblemTranslations } from './token-problem-translations.ts';
import type { ProblemCode } from './problems.ts';

export const languages = ['ko', 'en', 'ja'] as const;
export type Language = (typeof languages)[number];

/** The text shown to people for each problem, in each language of the product. */
export const problemTranslations: { [C in ProblemCode]: { [L in Language]: string } } = {
  malformed: {
    en: 'The request is malformed.',
    ko: '요청 형식이 올바르지 않습니다.',
    ja: 'リクエストの形式が正しくありません。',
  },
  unknown_event: { en: 'Unknown message.', ko: '알 수 없는 메시지입니다.', ja: '不明なメッセージです。' },
  no_session: { en: 'Please sign in.', ko: '로그인해 주세요.', ja: 'サインインしてください。' },
  session_invalid: {
    en: 'Your session has ended. Please sign in again.',
    ko: '세션이 종료되었습니다. 다시 로그인해 주세요.',
    ja: 'セッションが終了しました。もう一度サインインしてください。',
  },
  invalid_id_and_pw: {
    en: 'Please check your ID and password.',
    ko: '아이디와 비밀번호를 확인해 주세요.',
    ja: 'IDとパスワードを確認してください。',
  },
  licence_gate: {
    en: 'Your company has more devices than its licence allows.',
    ko: '회사의 장치 수가 라이선스 허용 수를 초과했습니다.',
    ja: '会社のデバイス数がライセンスの上限を超えています。',
  },
  not_allowed: {
    en: 'You do not have permission to do this.',
    ko: '이 작업을 수행할 권한이 없습니다.',
    ja: 'この操作を行う権限がありません。',
  },
  out_of_window: {
    en: 'You do not have approved remote access at this time.',
    ko: '지금은 승인된 원격 접속 시간이 아닙니다.',
    ja: '現在は承認されたリモートアクセスの時間ではありません。',
  },
  not_found: {
    en: 'Not found, or you do not have access to it.',
    ko: '존재하지 않거나 접근 권한이 없습니다.',
    ja: '存在しないか、アクセス権限がありません。',
  },
  conflict: {
    en: 'This was changed by someone else in the meantime. Please check it and try again.',
    ko: '다른 사용자가 변경했습니다. 내용을 확인한 후 다시 시도해 주세요.',
    ja: '他のユーザーによって変更されました。内容を確認してから、もう一度お試しください。',
  },
  incident_state: {
    en: 'This incident is over.',
    ko: '이미 종료된 인시던트입니다.',
    ja: 'このインシデントはすでに終了しています。',
  },
  confirm_required: {
    en: 'Please confirm the number of affected devices.',
    ko: '영향을 받는 장치 수를 확인해 주세요.',
    ja: '影響を受けるデバイスの数を確認してください。',
  },
  too_large: { en: 'The data is too large.', ko: '크기가 너무 큽니다.', ja: 'サイズが大きすぎます。' },
  too_many_requests: {
    en: 'Too many attempts. Please try again later.',
    ko: '시도가 너무 많습니다. 잠시 후 다시 시도해 주세요.',
    ja: '試行回数が多すぎます。しばらくしてからもう一度お試しください。',
  },
  internal: {
    en: 'A server error occurred. Please try again later.',
    ko: '서버에 문제가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    ja: 'サーバーで問題が発生しました。しばらくしてからもう一度お試しください。',
  },
  unavailable: {
    en: 'The service is temporarily unavailable. Please try again later.',
    ko: '서비스를 일시적으로 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    ja: 'サービスを一時的に利用できません。しばらくしてからもう一度お試しください。',
  },

  invalid_id: {
    en: 'The ID must have 4 to 38 characters: letters, digits and @ . _ - only. No web addresses.',
    ko: '아이디는 영문, 숫자, @ . _ - 4~38자로 입력해 주세요. 웹 주소는 사용할 수 없습니다.',
    ja: 'IDは英数字と @ . _ - を使って4～38文字で入力してください。Webアドレスは使用できません。',
  },
  id_exist: {
    en: 'This ID is already in use.',
    ko: '이미 사용 중인 아이디입니다.',
    ja: 'このIDはすでに使用されています。',
  },
  password_requirement: {
    en: 'Use 8 to 12 characters with uppercase and lowercase letters, a digit and one of # ? ! @ $ % ^ & * -.',
    ko: '대문자, 소문자, 숫자, 특수문자(# ? ! @ $ % ^ & * -)를 포함해 8~12자로 입력해 주세요.',
    ja: '大文字、小文字、数字、記号（# ? ! @ $ % ^ & * -）を含む8～12文字で入力してください。',
  },
  password_level0: {
    en: 'Use 4 to 12 characters.',
    ko: '4~12자로 입력해 주세요.',
    ja: '4～12文字で入力してください。',
  },
  password_level1: {
    en: 'Use 6 to 12 characters with a letter and a digit.',
    ko: '영문과 숫자를 포함해 6~12자로 입력해 주세요.',
    ja: '英字と数字を含む6～12文字で入力してください。',
  },
  password_level2: {
    en: 'Use 8 to 12 characters with a letter, a digit and one of # ? ! @ $ % ^ & * -.',
    ko: '영문, 숫자, 특수문자(# ? ! @ $ % ^ & * -)를 포함해 8~12자로 입력해 주세요.',
    ja: '英字、数字、記号（# ? ! @ $ % ^ & * -）を含む8～12文字で入力してください。',
  },
  password_level3: {
    en: 'Use 8 to 12 characters with uppercase and lowercase letters, a digit and one of # ? ! @ $ % ^ & * -.',
    ko: '대문자, 소문자, 숫자, 특수문자(# ? ! @ $ % ^ & * -)를 포함해 8~12자로 입력해 주세요.',
    ja: '大文字、小文字、数字、記号（# ? ! @ $ % ^ & * -）を含む8～12文字で入力してください。',
  },
  password_confirm: {
    en: 'Passwords do not match.',
    ko: '비밀번호가 일치하지 않습니다.',
    ja: 'パスワードが一致しません。',
  },
  password_modified_error: {
    en: 'The password was not changed. Please choose a different password.',
    ko: '비밀번호를 변경하지 못했습니다. 이전과 다른 비밀번호를 입력해 주세요.',
    ja: 'パスワードを変更できませんでした。以前と異なるパスワードを入力してください。',
  },
  current_password_wrong: {
    en: 'Incorrect current password.',
    ko: '현재 비밀번호가 올바르지 않습니다.',
    ja: '現在のパスワードが正しくありません。',
  },
  name_requirement: {
    en: 'Please enter a name.',
    ko: '이름을 입력해 주세요.',
    ja: '名前を入力してください。',
  },
  name_invalid: {
    en: 'A name cannot contain web addresses or invisible characters.',
    ko: '이름에는 웹 주소나 보이지 않는 문자를 사용할 수 없습니다.',
    ja: '名前にWebアドレスや表示されない文字は使用できません。',
  },
  website_invalid: {
    en: 'Please enter the address of a website.',
    ko: '올바른 웹사이트 주소를 입력해 주세요.',
    ja: '正しいWebサイトのアドレスを入力してください。',
  },
  emile_requirement: {
    en: 'Please enter an e-mail address.',
    ko: '이메일을 입력해 주세요.',
    ja: 'メールアドレスを入力してください。',
  },
  'email-invalid': {
    en: 'Please enter a valid e-mail address.',
    ko: '올바른 이메일 주소를 입력해 주세요.',
    ja: '有効なメールアドレスを入力してください。',
  },
  email_send_fail: {
    en: 'The e-mail could not be sent. Please try again later.',
    ko: '메일을 보내지 못했습니다. 잠시 후 다시 시도해 주세요.',
    ja: 'メールを送信できませんでした。しばらくしてからもう一度お試しください。',
  },
  not_matched_user: {
    en: 'No matching user was found.',
    ko: '일치하는 사용자가 없습니다.',
    ja: '一致するユーザーがいません。',
  },
  link_invalid: {
    en: 'This link has expired or has already been used.',
    ko: '만료되었거나 이미 사용한 링크입니다.',
    ja: 'このリンクは期限切れか、すでに使用されています。',
  },
  invalid_otp: {
    en: 'Incorrect code.',
    ko: '인증 코드가 올바르지 않습니다.',
    ja: 'ワンタイムコードが正しくありません。',
  },
  invitation_invalid: {
    en: 'This invitation code is invalid or has expired.',
    ko: '유효하지 않거나 만료된 초대 코드입니다.',
    ja: '招待コードが無効か、期限切れです。',
  },
  unsupported_file: {
    en: 'This file type is not supported.',
    ko: '지원하지 않는 파일 형식입니다.',
    ja: 'このファイル形式には対応していません。',
  },
  date_validate_error: {
    en: 'The start must be before the end, and neither may be in the past.',
    ko: '시작 일시는 종료 일시보다 빨라야 하며 지난 시간은 선택할 수 없습니다.',
    ja: '開始日時は終了日時より前に設定してください。過去の日時は指定できません。',
  },
  approvals_reason: {
    en: 'Please enter a reason.',
    ko: '사유를 입력해 주세요.',
    ja: '理由を入力してください。',
  },
  approval_405: {
    en: 'Please check the approver.',
    ko: '승인자를 확인해 주세요.',
    ja: '承認者を確認してください。',
  },
  approval_takes_no_reason: {
    en: 'A reason is only for rejecting. Leave it empty to approve.',
    ko: '사유는 거절할 때만 입력합니다. 승인하려면 비워 두세요.',
    ja: '理由は却下する場合のみ入力します。承認する場合は空欄にしてください。',
  },
  ...tokenProblemTranslations,
  ...wallScreenProblemTranslations,
  ...ipProblemTranslations,
  ...userProblemTranslations,
  ...functionSettingProblemTranslations,
  ...deviceIdentityProblemTranslations,
  not_online_warning: {
    en: 'The device is not online.',
    ko: '장치가 온라인 상태가 아닙니다.',
    ja: 'デバイスはオンラインではありません。',
  },
  already_online: {
    en: 'The device is already online.',
    ko: '이미 온라인 상태인 장치입니다.',
    ja: 'デバイスはすでにオンラインです。',
  },
  device_not_approved: {
    en: 'The device has not been approved yet.',
    ko: '아직 승인되지 않은 장치입니다.',
    ja: 'まだ承認されていないデバイスです。',
  },
  power_not_allowed: {
    en: 'The agent on this device does not allow restarting it or ending processes. Start it with --allow-power.',
    ko: '이 장치의 에이전트가 전원 명령과 프로세스 종료를 허용하지 않습니다. --allow-power 옵션으로 실행해 주세요.',
    ja: 'このデバイスのエージェントは電源コマンドとプロセスの終了を許可していません。--allow-powerを付けて起動してください。',
  },
  ...commandProblemTranslations,
  ...configProblemTranslations,
  ...applicationProblemTranslations,
  ...updateProblemTranslations,
  process_gone: {
    en: 'The process is not running any more.',
    ko: '프로세스가 이미 종료되었습니다.',
    ja: 'プロセスはすでに終了しています。',
  },
  process_protected: {
    en: 'The process belongs to the system or to the agent and cannot be ended.',
    ko: '시스템 또는 에이전트의 프로세스이므로 종료할 수 없습니다.',
    ja: 'システムまたはエージェントのプロセスのため、終了できません。',
  },
  process_not_ended: {
    en: 'The process is still running. It did not end, or the agent does not have the rights to end it.',
    ko: '프로세스가 계속 실행 중입니다. 종료되지 않았거나 에이전트에 종료 권한이 없습니다.',
    ja: 'プロセスはまだ実行中です。終了しなかったか、エージェントに終了する権限がありません。',
  },
  unsupported_command: {
    en: 'The device does not support this command.',
    ko: '장치가 지원하지 않는 명령입니다.',
    ja: 'デバイスはこのコマンドに対応していません。',
  },
  viewer_outdated: {
    en: 'This version of the viewer is too old. Please install a newer one.',
    ko: '뷰어 버전이 너무 오래되었습니다. 새 버전을 설치해 주세요.',
    ja: 'ビューアーのバージョンが古すぎます。新しいバージョンをインストールしてください。',
  },
  device_in_use: {
    en: 'The device has a remote session. Please try again when it has ended.',
    ko: '장치에서 원격 세션이 진행 중입니다. 세션이 끝난 후 다시 시도해 주세요.',
    ja: 'デバイスでリモートセッションが実行中です。終了後にもう一度お試しください。',
  },
  not_supported_os: {
    en: 'This operating system is not supported.',
    ko: '지원하지 않는 운영체제입니다.',
    ja: 'このオペレーティングシステムには対応していません。',
  },
  no_neighbour: {
    en: 'No online device on the same network can send the wake-up packet.',
    ko: '같은 네트워크에 깨우기 패킷을 보낼 수 있는 온라인 장치가 없습니다.',
    ja: '同じネットワーク上に、起動パケットを送信できるオンラインのデバイスがありません。',
  },
  mac_unknown: {
    en: 'The MAC address of the device is not known, or it cannot be woken over the network.',
    ko: '장치의 MAC 주소를 알 수 없거나 네트워크로 켤 수 없는 장치입니다.',
    ja: 'デバイスのMACアドレスが不明か、ネットワーク経由で起動できないデバイスです。',
  },
  wake_not_sent: {
    en: 'None of the devices on the same network could send the wake-up packet.',
    ko: '같은 네트워크의 어떤 장치도 깨우기 패킷을 보내지 못했습니다.',
    ja: '同じネットワーク上のどのデバイスも起動パケットを送信できませんでした。',
  },
  duplication_group_name: {
    en: 'A group with this name already exists here.',
    ko: '같은 위치에 동일한 그룹 이름이 있습니다.',
    ja: '同じ場所に同名のグループがあります。',
  },
  group_limit: {
    en: 'The group does not allow any more devices.',
    ko: '그룹에 허용된 장치 수를 초과했습니다.',
    ja: 'グループで許可されたデバイス数を超えています。',
  },
  tag_limit: {
    en: 'A device can have up to 20 tags.',
    ko: '장치에는 태그를 20개까지 지정할 수 있습니다.',
    ja: 'デバイスに設定できるタグは20個までです。',
  },
  filter_limit: {
    en: 'You can save up to 50 filters. Delete one first.',
    ko: '필터는 50개까지 저장할 수 있습니다. 먼저 하나를 삭제해 주세요.',
    ja: 'フィルターは50個まで保存できます。先に1つ削除してください。',
  },
  duplication_filter_name: {
    en: 'A filter with this name already exists.',
    ko: '같은 이름의 필터가 이미 있습니다.',
    ja: '同じ名前のフィルターがすでにあります。',
  },
  wall_view_limit: {
    en: 'You can save up to 50 wall views. Delete one first.',
    ko: '상황판 보기는 50개까지 저장할 수 있습니다. 먼저 하나를 삭제해 주세요.',
    ja: '監視ウォールのビューは50個まで保存できます。先に1つ削除してください。',
  },
  duplication_wall_view_name: {
    en: 'A wall view with this name already exists.',
    ko: '같은 이름의 상황판 보기가 이미 있습니다.',
    ja: '同じ名前の監視ウォールのビューがすでにあります。',
  },
  parent_group_required: {
    en: 'Access to the group above is required first.',
    ko: '상위 그룹의 권한이 먼저 필요합니다.',
    ja: '先に上位グループの権限が必要です。',
  },
  subgroup_permission_first: {
    en: 'Remove access to the subgroups first.',
    ko: '하위 그룹의 권한을 먼저 제거해 주세요.',
    ja: '先にサブグループの権限を削除してください。',
  },
  identical_group: {
    en: 'The device is already in this group.',
    ko: '이미 해당 그룹에 있는 장치입니다.',
    ja: 'デバイスはすでにこのグループにあります。',
  },
  moved_device_fail: {
    // Also for groups: spec 2 §8 has one key for both.
    en: 'This cannot be moved there.',
    ko: '해당 위치로 이동할 수 없습니다.',
    ja: 'その場所には移動できません。',
  },
  all_device_has_no_child: {
    en: 'All devices cannot contain subgroups.',
    ko: '‘전체 장치’에는 하위 그룹을 만들 수 없습니다.',
    ja: '「すべてのデバイス」にはサブグループを作成できません。',
  },
  default_group: {
    en: 'The default group cannot be renamed, limited or deleted, and has no subgroups.',
    ko: '기본 그룹은 이름 변경, 장치 수 제한, 삭제, 하위 그룹 추가를 할 수 없습니다.',
    ja: '既定のグループでは、名前の変更、台数の制限、削除、サブグループの追加はできません。',
  },
  only_device_favourites: {
    en: 'Only devices can be added to favourites.',
    ko: '즐겨찾기에는 장치만 추가할 수 있습니다.',
    ja: 'お気に入りに追加できるのはデバイスだけです。',
  },
  no_order_warning: {
    en: 'Groups are sorted by name. The order cannot be changed.',
    ko: '그룹은 이름순으로 정렬되며 순서를 변경할 수 없습니다.',
    ja: 'グループは名前順に並びます。順序は変更できません。',
  },
  please_select_device_type: {
    en: 'Please select a device type.',
    ko: '장치 종류를 선택해 주세요.',
    ja: 'デバイスの種類を選択してください。',
  },
  please_select_alert_type: {
    en: 'Please select an alert type.',
    ko: '알림 종류를 선택해 주세요.',
    ja: 'アラートの種類を選択してください。',
  },
  please_input_alert_time: {
    en: 'Please enter the alert time.',
    ko: '알림 시간을 입력해 주세요.',
    ja: 'アラートの時間を入力してください。',
  },
  please_input_alert_value: {
    en: 'Please enter the alert threshold.',
    ko: '알림 기준값을 입력해 주세요.',
    ja: 'アラートのしきい値を入力してください。',
  },
  no_input_data: { en: 'Please enter a value.', ko: '내용을 입력해 주세요.', ja: '内容を入力してください。' },
  too_long: { en: 'The text is too long.', ko: '입력한 내용이 너무 깁니다.', ja: '入力が長すぎます。' },
};

export const textOfProblem = (code: ProblemCode, language: Language): string => problemTranslations[code][language];
