import type { RemoteSessionEndReason, RemoteSessionType, TicketTransitionName } from '../contract/names.ts';
import type { Language } from '../contract/languages.ts';

type Names = Readonly<Record<Language, string>>;

/** What the values of a field are; a field without a kind has texts and numbers that are shown as they are. */
export type AuditValueKind =
  | 'switch'
  | 'role'
  | 'seconds'
  | 'minutes'
  | 'days'
  | 'zone'
  | 'date'
  | 'listed'
  | 'session'
  | 'sessionEnd';

export interface AuditField {
  readonly names: Names;
  readonly kind?: AuditValueKind;
}

const named = (en: string, ko: string, ja: string, kind?: AuditValueKind): AuditField => ({
  names: { en, ko, ja },
  ...(kind === undefined ? {} : { kind }),
});

/**
 * The fields that entries of the audit name, by their names in the contracts, the operator's commands and the tables. Screens and
 * spreadsheets show these names; they are those of the pages on which the fields are changed.
 */
export const auditFieldLabels: Readonly<Record<string, AuditField>> = {
  // Users
  name: named('Name', '이름', '名前'),
  email: named('Email', '이메일', 'メール'),
  phone: named('Phone', '전화번호', '電話番号'),
  tel: named('Telephone', '유선 전화', '固定電話'),
  department: named('Department', '부서', '部署'),
  position: named('Position', '직책', '役職'),
  lang_code: named('Language', '언어', '言語'),
  time_zone_id: named('Time zone', '시간대', 'タイムゾーン', 'zone'),
  date_fmt_id: named('Date format', '날짜 형식', '日付形式', 'date'),
  flag_recept_mail: named('Receives mail', '메일 수신', 'メールを受信', 'switch'),
  flag_refresh: named('Refresh usage', '사용량 자동 새로고침', '使用状況の自動更新', 'switch'),
  refresh_interval: named('Usage interval', '사용량 새로고침 간격', '使用状況の更新間隔', 'seconds'),
  flag_img_refresh: named('Refresh live view', '실시간 화면 자동 새로고침', 'ライブ表示の自動更新', 'switch'),
  img_refresh_interval: named('Live view interval', '실시간 화면 새로고침 간격', 'ライブ表示の更新間隔', 'seconds'),
  use_approval: named(
    'Approval required for remote access',
    '원격 접속에 승인 필요',
    'リモート接続に承認が必要',
    'switch',
  ),
  use_approval_function: named('Decides requests', '요청 승인 권한', '申請の承認権限', 'switch'),
  user_type: named('Role', '역할', '役割', 'role'),
  flag_active: named('Active', '활성', '有効', 'switch'),
  approver_fk: named('Approver', '승인자', '承認者'),
  approver: named('Approver', '승인자', '承認者'),
  flag_use_otp: named('Two-factor authentication', '2단계 인증', '二要素認証', 'switch'),
  authenticator: named('Authenticator', '인증기', '認証アプリ'),
  password: named('Password', '비밀번호', 'パスワード'),
  locked: named('Locked', '잠김', 'ロック中', 'switch'),
  active: named('Active', '활성', '有効', 'switch'),
  // What the nightly task has deleted
  before: named('Before', '기준 시각', '基準日時'),
  alerts: named('Alerts', '경보', 'アラート'),
  incidents: named('Incidents', '인시던트', 'インシデント'),
  sessions: named('Sessions', '세션', 'セッション'),
  files: named('Files', '파일', 'ファイル'),
  sign_ins: named('Sign-ins', '로그인', 'ログイン'),
  usage: named('Minutes of usage', '사용량(분)', '使用状況（分）'),
  // Permissions, and the rights that operators change
  deviceMonitor: named('Monitor devices', '장치 모니터링', 'デバイスの監視', 'switch'),
  CSRemoteControl: named('Remote control', '원격 제어', 'リモート操作', 'switch'),
  CSRemoteView: named('Remote view', '원격 보기', 'リモート表示', 'switch'),
  CSFileManager: named('File manager', '파일 관리자', 'ファイルマネージャー', 'switch'),
  fileTransfer: named('File transfer allowed', '파일 전송 허용', 'ファイル転送を許可', 'switch'),
  useFunction: named('Use functions', '기능 사용', '機能の使用', 'switch'),
  viewReport: named('View reports', '보고서 보기', 'レポートの表示', 'switch'),
  modifyInformation: named('Modify information', '정보 수정', '情報の変更', 'switch'),
  CSDeviceManagement: named('Device management', '장치 관리', 'デバイス管理', 'switch'),
  CSUpdate: named('Update agents', '에이전트 업데이트', 'エージェントの更新', 'switch'),
  CSThumbnailView: named('Live view', '실시간 화면', 'ライブ表示', 'switch'),
  CSRestart: named('Restart agents', '에이전트 재시작', 'エージェントの再起動', 'switch'),
  remote_control: named('Remote control', '원격 제어', 'リモート操作', 'switch'),
  file_manager: named('File manager', '파일 관리자', 'ファイルマネージャー', 'switch'),
  forbid_files: named('File transfer forbidden', '파일 전송 금지', 'ファイル転送を禁止', 'switch'),
  // Groups
  flag_confirm: named('New devices wait for approval', '새 장치 승인 대기', '新しいデバイスの承認待ち', 'switch'),
  dev_limit: named('Device limit', '장치 수 제한', 'デバイス数の上限'),
  manager_name: named('Manager', '담당자', '担当者'),
  manager_email: named('Manager’s email', '담당자 이메일', '担当者のメール'),
  manager_phone: named('Manager’s phone', '담당자 전화번호', '担当者の電話番号'),
  group_fk: named('Parent group', '상위 그룹', '上位グループ'),
  // Devices
  disable_filetransfer: named('File transfer forbidden', '파일 전송 금지', 'ファイル転送の禁止', 'switch'),
  latitude: named('Latitude', '위도', '緯度'),
  longitude: named('Longitude', '경도', '経度'),
  // Policies
  password_level: named('Password difficulty', '비밀번호 난이도', 'パスワードの難易度'),
  password_max: named('Longest password', '비밀번호 최대 길이', 'パスワードの最大文字数'),
  otp_required: named('One-time codes for everybody', '모든 사용자 일회용 코드', '全員のワンタイムコード', 'switch'),
  block_num: named('Failed sign-ins until lock', '로그인 실패 허용 횟수', 'ロックまでのサインイン失敗回数'),
  password_change_limit: named('Maximum age of passwords', '비밀번호 변경 주기', 'パスワードの有効期間', 'days'),
  self_unlock: named('Self-unlock', '본인 확인 잠금 해제', '本人によるロック解除', 'switch'),
  statistics_delete_period: named('Retention of statistics', '통계 보관 기간', '統計の保存期間'),
  idle_time: named('Idle time', '미사용 시간', '無操作時間', 'minutes'),
  session_time: named('Session time', '세션 시간', 'セッション時間', 'minutes'),
  file_transfer: named('File transfer', '파일 전송', 'ファイル転送', 'switch'),
  capture: named(
    'Screenshots and recordings of sessions',
    '세션 화면 저장 및 녹화',
    'セッションの撮影と録画',
    'switch',
  ),
  display_power_save: named('Display may save power', '화면 절전 허용', 'ディスプレイの省電力を許可', 'switch'),
  system_power_save: named('System may save power', '시스템 절전 허용', 'システムの省電力を許可', 'switch'),
  session_type: named('Session', '세션', 'セッション', 'session'),
  end_reason: named('Reason', '사유', '理由', 'sessionEnd'),
  duration: named('Duration', '지속 시간', '継続時間'),
  remote_consent: named('Consent at the device', '장치 사용자 동의', 'デバイス利用者の同意'),
  security_agreement: named('Security pledge', '보안 서약', 'セキュリティ誓約', 'switch'),
  min_os_major: named(
    'Oldest version of Windows: major',
    '최소 Windows 주 버전',
    'Windowsの最低バージョン（メジャー）',
  ),
  min_os_minor: named(
    'Oldest version of Windows: minor',
    '최소 Windows 부 버전',
    'Windowsの最低バージョン（マイナー）',
  ),
  vaccine: named('Required security program', '필수 보안 프로그램', '必須のセキュリティプログラム'),
  agent_restart_time: named('Restart of the agent', '에이전트 재시작', 'エージェントの再起動'),
  pictures: named('Screens of devices', '장치 화면', 'デバイスの画面', 'switch'),
  picture_retention: named('Retention of the last screen', '마지막 화면 보관 기간', '最後の画面の保存期間', 'minutes'),
  picture_budget: named('Bandwidth of screens (kB/s)', '화면 전송량(kB/s)', '画面の転送量（kB/s）'),
  external_access: named(
    'Access from outside private networks',
    '사설 네트워크 밖에서의 접속',
    'プライベートネットワーク外からのアクセス',
    'switch',
  ),
  external: named(
    'Access from outside private networks',
    '사설 네트워크 밖에서의 접속',
    'プライベートネットワーク外からのアクセス',
    'switch',
  ),
  policy_use: named('Use IP rules', 'IP 규칙 사용', 'IPルールを使用', 'switch'),
  block: named('Listed addresses', '목록의 주소', '一覧のアドレス', 'listed'),
  ip_policy: named('Offers IP rules', 'IP 규칙 제공', 'IPルールの提供', 'switch'),
  common_policy: named('Offers function settings', '기능 설정 제공', '機能設定の提供', 'switch'),
  bulk_confirm_over: named('Confirmed beyond devices', '확인이 필요한 장치 수', '確認が必要なデバイス数'),
  // Maintenance windows
  reason: named('Reason', '사유', '理由'),
  tags: named('Tags', '태그', 'タグ'),
  start_time: named('Start', '시작', '開始'),
  end_time: named('End', '종료', '終了'),
  week_days: named('Days of the week', '요일', '曜日'),
  time_zone: named('Time zone', '시간대', 'タイムゾーン'),
  // Channels
  kind: named('Type', '종류', '種類'),
  host: named('Receiver', '수신 서버', '受信先'),
  alert_codes: named('Alerts', '경보', 'アラート'),
  after_minutes: named('Unacknowledged for', '미확인 시간', '未確認の時間', 'minutes'),
  is_enabled: named('In use', '사용', '使用', 'switch'),
  secret: named('Secret', '비밀 키', 'シークレット'),
  // Configurations, applications and rollouts
  rollout: named('Rollout', '배포', '展開'),
  action: named('Action', '작업', '操作'),
  percent: named('Percent', '비율(%)', '割合（%）'),
  devices: named('Devices', '장치', 'デバイス'),
  sha256: named('SHA-256', 'SHA-256', 'SHA-256'),
  config: named('Configuration', '구성', '構成'),
  group: named('Group', '그룹', 'グループ'),
  description: named('Description', '설명', '説明'),
  version: named('Version', '버전', 'バージョン'),
  flag_install: named('Offered for installation', '설치 제공', 'インストールに提供', 'switch'),
  install_args: named('Installer arguments', '설치 인수', 'インストーラーの引数'),
  run_after: named('Run after installation', '설치 후 실행', 'インストール後に実行'),
};

export const auditRoleNames: Readonly<Record<string, Names>> = {
  1: { en: 'Department member', ko: '부서원', ja: '部署メンバー' },
  2: { en: 'Administrator', ko: '관리자', ja: '管理者' },
  6: { en: 'Submanager', ko: '부관리자', ja: 'サブ管理者' },
  7: { en: 'Partner', ko: '파트너', ja: 'パートナー' },
};

export const auditSwitchNames: Readonly<Record<string, Names>> = {
  0: { en: 'Off', ko: '꺼짐', ja: 'オフ' },
  1: { en: 'On', ko: '켜짐', ja: 'オン' },
};

/** What the list of IP rules means. */
export const ipListModeNames: Readonly<Record<string, Names>> = {
  0: { en: 'Allowed', ko: '허용', ja: '許可' },
  1: { en: 'Blocked', ko: '차단', ja: 'ブロック' },
};

/** Of a remote session. */
export const remoteSessionTypeNames: { readonly [T in RemoteSessionType]: Names } = {
  rc: { en: 'Remote control', ko: '원격 제어', ja: 'リモート操作' },
  ft: { en: 'File transfer', ko: '파일 전송', ja: 'ファイル転送' },
  rv: { en: 'Remote view', ko: '원격 보기', ja: 'リモート表示' },
};

export const remoteSessionEndNames: { readonly [R in RemoteSessionEndReason]: Names } = {
  viewer: { en: 'Ended by its user', ko: '사용자가 종료', ja: '利用者が終了' },
  agent: { en: 'Ended by the agent', ko: '에이전트가 종료', ja: 'エージェントが終了' },
  window: { en: 'Approved time over', ko: '승인 시간 종료', ja: '承認時間の終了' },
  policy: { en: 'Right lost', ko: '권한 상실', ja: '権限の喪失' },
  replaced: { en: 'Replaced', ko: '대체됨', ja: '置き換え' },
  lost: { en: 'Connection lost', ko: '연결 끊김', ja: '接続の喪失' },
  withdrawn: { en: 'Approval withdrawn', ko: '승인 철회', ja: '承認の取り消し' },
  outdated: { en: 'Viewer too old', ko: '오래된 뷰어', ja: '古いビューアー' },
  person: { en: 'Ended at the device', ko: '장치에서 종료', ja: 'デバイスで終了' },
  refused: { en: 'Refused at the device', ko: '장치에서 거절', ja: 'デバイスで拒否' },
  admin: { en: 'Ended by an administrator', ko: '관리자가 종료', ja: '管理者が終了' },
};

export const dateFormatNames: readonly string[] = ['YYYY/MM/DD', 'MM/DD/YYYY', 'DD/MM/YYYY'];

/** Behind a number. */
export const auditUnitNames = {
  seconds: { en: ' s', ko: '초', ja: '秒' },
  minutes: { en: ' min', ko: '분', ja: '分' },
  days: { en: ' days', ko: '일', ja: '日' },
} as const satisfies Partial<Record<AuditValueKind, Names>>;

/** Single words that are a whole value. */
export const auditKeywordNames: Readonly<Record<string, Names>> = {
  reset: { en: 'Reset', ko: '초기화됨', ja: 'リセット' },
  split: { en: 'Split', ko: '분리', ja: '分離' },
  merge: { en: 'Merged', ko: '병합', ja: '統合' },
  dismiss: { en: 'Not a clone', ko: '복제 아님', ja: '複製ではない' },
  approved: { en: 'Approved', ko: '승인됨', ja: '承認済み' },
  waiting: { en: 'Waiting for approval', ko: '승인 대기', ja: '承認待ち' },
  // How a payment has ended
  cancelled: { en: 'Cancelled', ko: '취소됨', ja: 'キャンセル' },
  failed: { en: 'Failed', ko: '실패', ja: '失敗' },
  lapsed: { en: 'Not paid in time', ko: '기한 내 미결제', ja: '期限内に未払い' },
  deviceListTable: { en: 'Devices', ko: '장치', ja: 'デバイス' },
  // Entries of before keep the name that the export had.
  deviceTable: { en: 'Devices', ko: '장치', ja: 'デバイス' },
  auditTable: { en: 'Audit', ko: '감사', ja: '監査' },
  approvalTable: { en: 'Approvals', ko: '승인', ja: '承認' },
  remoteHistoryTable: { en: 'Remote history', ko: '원격 이력', ja: 'リモート履歴' },
  fileHistoryTable: { en: 'File transfer history', ko: '파일 전송 이력', ja: 'ファイル転送履歴' },
  alertHistoryTable: { en: 'Alert history', ko: '경보 이력', ja: 'アラート履歴' },
  accessHistoryTable: { en: 'Sign-in history', ko: '로그인 이력', ja: 'ログイン履歴' },
  deletedHistoryTable: { en: 'Deleted devices', ko: '삭제된 장치', ja: '削除されたデバイス' },
  remoteStatisticsTable: { en: 'Remote statistics', ko: '원격 통계', ja: 'リモート統計' },
  alertStatisticsTable: { en: 'Alert statistics', ko: '경보 통계', ja: 'アラート統計' },
  rankingTable: { en: 'Top 10', ko: '상위 10', ja: 'トップ10' },
  managersTable: { en: 'Users', ko: '사용자', ja: 'ユーザー' },
};

/** What was done with an access ticket. */
export const ticketTransitionTexts: { readonly [M in TicketTransitionName | 'request']: Names } = {
  request: { en: 'requested', ko: '요청', ja: '申請' },
  change: { en: 'changed', ko: '변경', ja: '変更' },
  rerequest: { en: 'requested again', ko: '재요청', ja: '再申請' },
  approve: { en: 'approved', ko: '승인', ja: '承認' },
  reject: { en: 'rejected', ko: '거절', ja: '却下' },
  start: { en: 'work started', ko: '작업 시작', ja: '作業開始' },
  terminate: { en: 'ended early', ko: '강제 종료', ja: '強制終了' },
  lapse: { en: 'rejected, not decided in time', ko: '기한 내 미결정으로 거절', ja: '期限内に未決定のため却下' },
  end: { en: 'work time ended', ko: '작업 기간 종료', ja: '作業期間の終了' },
  withdraw: { en: 'rejected, requester deleted', ko: '요청자 삭제로 거절', ja: '申請者の削除により却下' },
  revoke: { en: 'ended, requester deleted', ko: '요청자 삭제로 종료', ja: '申請者の削除により終了' },
};

/** What a threshold measures, by its kind. */
export const thresholdNames: Readonly<Record<string, Names>> = {
  1: { en: 'Disconnected for', ko: '연결 끊김 지속', ja: '切断の継続' },
  2: { en: 'CPU usage', ko: 'CPU 사용률', ja: 'CPU使用率' },
  3: { en: 'Memory usage', ko: '메모리 사용률', ja: 'メモリ使用率' },
  4: { en: 'Disk usage', ko: '디스크 사용률', ja: 'ディスク使用率' },
  5: { en: 'CPU temperature', ko: 'CPU 온도', ja: 'CPU温度' },
  6: { en: 'Disk temperature', ko: '디스크 온도', ja: 'ディスク温度' },
  7: { en: 'Fan speed', ko: '팬 속도', ja: 'ファン速度' },
};

/** Of an approver: no user was chosen. */
export const noApproverName: Names = { en: 'none', ko: '없음', ja: 'なし' };
