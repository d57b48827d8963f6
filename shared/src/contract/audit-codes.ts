import type { Language } from './languages.ts';

/**
 * How the values of an entry are written: JSON of an object, one field of the policies, of a user or of a group, a threshold, what was
 * done with a ticket, a word that has a translation. Without one they are names, texts and addresses.
 */
export type AuditValueFormat = 'record' | 'field' | 'userField' | 'groupField' | 'threshold' | 'ticket' | 'word';

interface AuditActionDefinition extends Readonly<Record<Language, string>> {
  readonly code: number;
  readonly values?: AuditValueFormat;
}

/** What a user did: `act_name_id` of an audit entry (spec 2 §7, spec 3 §4), and its name on screens and in spreadsheets. */
const actions = {
  remoteControl: { code: 1, en: 'Remote control', ko: '원격 제어', ja: 'リモート操作' },
  fileManager: { code: 2, en: 'File transfer', ko: '파일 전송', ja: 'ファイル転送' },
  reboot: { code: 3, en: 'Reboot', ko: '재부팅', ja: '再起動' },
  shutdown: { code: 4, en: 'Shutdown', ko: '종료', ja: 'シャットダウン' },
  agentUpdate: { code: 5, values: 'record', en: 'Agent update', ko: '에이전트 업데이트', ja: 'エージェントの更新' },
  rename: { code: 11, en: 'Device renamed', ko: '장치 이름 변경', ja: 'デバイス名の変更' },
  memo: { code: 12, en: 'Memo changed', ko: '메모 변경', ja: 'メモの変更' },
  delete: { code: 13, en: 'Device deleted', ko: '장치 삭제', ja: 'デバイスの削除' },
  groupMove: { code: 21, en: 'Device moved', ko: '장치 이동', ja: 'デバイスの移動' },
  valueChange: {
    code: 30,
    values: 'field',
    en: 'Device setting changed',
    ko: '장치 구성 변경',
    ja: 'デバイス設定の変更',
  },
  /** 31–35 happen in a viewer or at the device, which report them. */
  scheduleOnAdded: { code: 31, en: 'Power-on schedule added', ko: '켜기 예약 추가', ja: '起動スケジュールの追加' },
  scheduleOffAdded: { code: 32, en: 'Power-off schedule added', ko: '끄기 예약 추가', ja: '停止スケジュールの追加' },
  scheduleOnRemoved: { code: 33, en: 'Power-on schedule removed', ko: '켜기 예약 삭제', ja: '起動スケジュールの削除' },
  scheduleOffRemoved: {
    code: 34,
    en: 'Power-off schedule removed',
    ko: '끄기 예약 삭제',
    ja: '停止スケジュールの削除',
  },
  remoteController: {
    code: 35,
    en: 'Remote controller started',
    ko: '원격 컨트롤러 실행',
    ja: 'リモートコントローラーの実行',
  },
  /** 40–49 users, 50–54 policies (decision 59). */
  userCreated: { code: 40, values: 'userField', en: 'User added', ko: '사용자 추가', ja: 'ユーザーの追加' },
  userChange: { code: 41, values: 'userField', en: 'User changed', ko: '사용자 변경', ja: 'ユーザーの変更' },
  userDeleted: { code: 42, en: 'User deleted', ko: '사용자 삭제', ja: 'ユーザーの削除' },
  passwordReset: {
    code: 43,
    values: 'userField',
    en: 'Password reset',
    ko: '비밀번호 초기화',
    ja: 'パスワードのリセット',
  },
  authenticatorReset: {
    code: 44,
    values: 'userField',
    en: 'Authenticator reset',
    ko: '인증기 초기화',
    ja: '認証アプリのリセット',
  },
  userUnlocked: {
    code: 45,
    values: 'userField',
    en: 'Account unlocked',
    ko: '계정 잠금 해제',
    ja: 'アカウントのロック解除',
  },
  permission: { code: 46, values: 'userField', en: 'Permission changed', ko: '권한 변경', ja: '権限の変更' },
  policyChange: { code: 50, values: 'field', en: 'Policy changed', ko: '정책 변경', ja: 'ポリシーの変更' },
  ipRule: { code: 51, en: 'IP address rule', ko: 'IP 주소 규칙', ja: 'IPアドレスのルール' },
  pledge: { code: 53, en: 'Security pledge accepted', ko: '보안 서약 동의', ja: 'セキュリティ誓約への同意' },
  /** By the nightly task that keeps to the period of the policies. */
  historyDeleted: { code: 54, values: 'record', en: 'Old history deleted', ko: '지난 이력 삭제', ja: '古い履歴の削除' },
  /** 55–59 approvals and tickets. */
  accessRequested: { code: 55, en: 'Access requested', ko: '접속 승인 요청', ja: 'アクセスの申請' },
  accessApproved: { code: 56, en: 'Access approved', ko: '접속 승인', ja: 'アクセスの承認' },
  accessRejected: { code: 57, en: 'Access rejected', ko: '접속 거절', ja: 'アクセスの却下' },
  accessWithdrawn: {
    code: 99,
    en: 'Access request withdrawn',
    ko: '접속 승인 요청 취소',
    ja: 'アクセス申請の取り下げ',
  },
  ticketRequested: {
    code: 58,
    values: 'ticket',
    en: 'Access ticket requested',
    ko: '접속 티켓 요청',
    ja: 'アクセスチケットの申請',
  },
  ticketDecided: {
    code: 59,
    values: 'ticket',
    en: 'Access ticket decided',
    ko: '접속 티켓 처리',
    ja: 'アクセスチケットの処理',
  },
  /** 60–64 payments. `paymentEnded` without a purchase: cancelled, failed or lapsed. */
  paymentOrdered: { code: 60, en: 'Licence ordered', ko: '라이선스 주문', ja: 'ライセンスの注文' },
  paymentPaid: { code: 61, en: 'Payment received', ko: '결제 완료', ja: '支払いの完了' },
  paymentEnded: {
    code: 62,
    values: 'word',
    en: 'Payment ended without purchase',
    ko: '구매 없이 종료된 결제',
    ja: '購入なしで終了した支払い',
  },
  paymentWithdrawn: { code: 63, en: 'Purchase withdrawn', ko: '구매 철회', ja: '購入の撤回' },
  exported: { code: 65, values: 'word', en: 'List exported', ko: '목록 내보내기', ja: '一覧のエクスポート' },
  /** 70–74 incidents and maintenance windows. */
  incidentAcknowledged: { code: 70, en: 'Incident acknowledged', ko: '인시던트 확인', ja: 'インシデントの確認' },
  incidentResolved: { code: 71, en: 'Incident resolved', ko: '인시던트 해결', ja: 'インシデントの解決' },
  maintenanceWindow: {
    code: 72,
    values: 'record',
    en: 'Maintenance window',
    ko: '유지 보수 시간',
    ja: 'メンテナンス時間',
  },
  maintenanceEnded: {
    code: 73,
    en: 'Maintenance ended early',
    ko: '유지 보수 조기 종료',
    ja: 'メンテナンスの早期終了',
  },
  groupGranted: { code: 48, en: 'Group access granted', ko: '그룹 권한 부여', ja: 'グループ権限の付与' },
  groupRevoked: { code: 49, en: 'Group access removed', ko: '그룹 권한 해제', ja: 'グループ権限の解除' },
  apiToken: { code: 76, en: 'API token', ko: 'API 토큰', ja: 'APIトークン' },
  screen: { code: 77, en: 'Wall screen', ko: '상황판 화면', ja: '監視ウォール画面' },
  channel: { code: 78, values: 'record', en: 'Alert channel', ko: '경보 채널', ja: 'アラートチャネル' },
  configuration: { code: 80, values: 'record', en: 'Configuration changed', ko: '구성 변경', ja: '構成の変更' },
  application: { code: 81, values: 'record', en: 'Application', ko: '애플리케이션', ja: 'アプリケーション' },
  clone: { code: 82, values: 'word', en: 'Clone resolved', ko: '복제 장치 처리', ja: '複製デバイスの処理' },
  processEnd: { code: 87, en: 'Process ended', ko: '프로세스 종료', ja: 'プロセスの終了' },
  tags: { code: 88, en: 'Tags changed', ko: '태그 변경', ja: 'タグの変更' },
  groupCreated: { code: 89, en: 'Group added', ko: '그룹 추가', ja: 'グループの追加' },
  groupChanged: { code: 90, values: 'groupField', en: 'Group changed', ko: '그룹 변경', ja: 'グループの変更' },
  groupDeleted: { code: 91, en: 'Group deleted', ko: '그룹 삭제', ja: 'グループの削除' },
  alertThreshold: {
    code: 92,
    values: 'threshold',
    en: 'Alert threshold changed',
    ko: '경보 임계값 변경',
    ja: 'アラートしきい値の変更',
  },
  signInLink: { code: 93, en: 'Sign-in link created', ko: '로그인 링크 생성', ja: 'サインインリンクの作成' },
  deviceApproval: { code: 94, values: 'word', en: 'Device approval', ko: '장치 승인', ja: 'デバイスの承認' },
  enrolToken: { code: 95, en: 'Enrolment token', ko: '등록 토큰', ja: '登録トークン' },
  /** A session was opened by its viewer, and ended; `remoteControl` and `fileManager` are when it was asked for. */
  handOver: { code: 84, en: 'Remote control taken over', ko: '원격 제어권 인수', ja: 'リモート操作の引き継ぎ' },
  remoteOpened: {
    code: 97,
    values: 'record',
    en: 'Remote session opened',
    ko: '원격 세션 시작',
    ja: 'リモートセッションの開始',
  },
  remoteEnded: {
    code: 98,
    values: 'record',
    en: 'Remote session ended',
    ko: '원격 세션 종료',
    ja: 'リモートセッションの終了',
  },
  companyExported: {
    code: 100,
    en: 'Company data exported',
    ko: '회사 데이터 내보내기',
    ja: '会社のデータのエクスポート',
  },
  companyDeletion: {
    code: 101,
    en: 'Deletion of the account requested',
    ko: '계정 삭제 요청',
    ja: 'アカウント削除の申請',
  },
  companyKept: { code: 102, en: 'Account kept', ko: '계정 유지', ja: 'アカウントの維持' },
  companyChanged: { code: 103, values: 'field', en: 'Company changed', ko: '회사 정보 변경', ja: '会社情報の変更' },
  agentReadmitted: { code: 96, en: 'Device taken in again', ko: '장치 다시 등록', ja: 'デバイスの再登録' },
} as const satisfies Readonly<Record<string, AuditActionDefinition>>;

export type AuditAction = keyof typeof actions;
type CodeOf<A extends AuditAction> = (typeof actions)[A]['code'];
export type AuditCode = CodeOf<AuditAction>;

export const auditCode = Object.fromEntries(Object.entries(actions).map(([action, { code }]) => [action, code])) as {
  readonly [A in AuditAction]: CodeOf<A>;
};
export const auditCodes: readonly AuditCode[] = Object.values(auditCode);

const byCode = new Map<number, AuditActionDefinition>(Object.values(actions).map((action) => [action.code, action]));

/** The name of an action; the number of one that a later version has recorded. */
export const auditActionName = (code: number, language: Language): string =>
  byCode.get(code)?.[language] ?? String(code);

/** How the values of an action are written. */
export const auditValueFormat = (code: number): AuditValueFormat | undefined => byCode.get(code)?.values;

/** `act_type_id`: 1 for an action on a device, 5 for a deletion (spec 2 §7). */
export const auditTypeIds = { action: 1, deletion: 5 } as const;
