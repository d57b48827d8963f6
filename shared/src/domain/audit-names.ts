import type { Language } from '../contract/problem-texts.ts';
import { auditCode, type AuditCode } from '../contract/audit-codes.ts';

type Names = Readonly<Record<Language, string>>;

/** What a user did, as screens and spreadsheets say it. */
const names: { readonly [C in AuditCode]: Names } = {
  [auditCode.remoteControl]: { en: 'Remote control', ko: '원격 제어', ja: 'リモート操作' },
  [auditCode.fileManager]: { en: 'File transfer', ko: '파일 전송', ja: 'ファイル転送' },
  [auditCode.reboot]: { en: 'Reboot', ko: '재부팅', ja: '再起動' },
  [auditCode.shutdown]: { en: 'Shutdown', ko: '종료', ja: 'シャットダウン' },
  [auditCode.agentUpdate]: { en: 'Agent update', ko: '에이전트 업데이트', ja: 'エージェントの更新' },
  [auditCode.deviceApproval]: { en: 'Device approval', ko: '장치 승인', ja: 'デバイスの承認' },
  [auditCode.rename]: { en: 'Device renamed', ko: '장치 이름 변경', ja: 'デバイス名の変更' },
  [auditCode.memo]: { en: 'Memo changed', ko: '메모 변경', ja: 'メモの変更' },
  [auditCode.delete]: { en: 'Device deleted', ko: '장치 삭제', ja: 'デバイスの削除' },
  [auditCode.groupMove]: { en: 'Device moved', ko: '장치 이동', ja: 'デバイスの移動' },
  [auditCode.valueChange]: { en: 'Device setting changed', ko: '장치 설정 변경', ja: 'デバイス設定の変更' },
  [auditCode.scheduleOnAdded]: { en: 'Power-on schedule added', ko: '켜기 예약 추가', ja: '起動スケジュールの追加' },
  [auditCode.scheduleOffAdded]: { en: 'Power-off schedule added', ko: '끄기 예약 추가', ja: '停止スケジュールの追加' },
  [auditCode.scheduleOnRemoved]: {
    en: 'Power-on schedule removed',
    ko: '켜기 예약 삭제',
    ja: '起動スケジュールの削除',
  },
  [auditCode.scheduleOffRemoved]: {
    en: 'Power-off schedule removed',
    ko: '끄기 예약 삭제',
    ja: '停止スケジュールの削除',
  },
  [auditCode.remoteController]: {
    en: 'Remote controller started',
    ko: '원격 컨트롤러 실행',
    ja: 'リモートコントローラーの実行',
  },
  [auditCode.userCreated]: { en: 'User added', ko: '사용자 추가', ja: 'ユーザーの追加' },
  [auditCode.userChange]: { en: 'User changed', ko: '사용자 변경', ja: 'ユーザーの変更' },
  [auditCode.userDeleted]: { en: 'User deleted', ko: '사용자 삭제', ja: 'ユーザーの削除' },
  [auditCode.passwordReset]: { en: 'Password reset', ko: '비밀번호 초기화', ja: 'パスワードのリセット' },
  [auditCode.authenticatorReset]: { en: 'Authenticator reset', ko: '인증기 초기화', ja: '認証アプリのリセット' },
  [auditCode.userUnlocked]: { en: 'Account unlocked', ko: '계정 잠금 해제', ja: 'アカウントのロック解除' },
  [auditCode.permission]: { en: 'Permission changed', ko: '권한 변경', ja: '権限の変更' },
  [auditCode.groupGranted]: { en: 'Group access granted', ko: '그룹 권한 부여', ja: 'グループ権限の付与' },
  [auditCode.groupRevoked]: { en: 'Group access removed', ko: '그룹 권한 해제', ja: 'グループ権限の解除' },
  [auditCode.groupCreated]: { en: 'Group added', ko: '그룹 추가', ja: 'グループの追加' },
  [auditCode.groupChanged]: { en: 'Group changed', ko: '그룹 변경', ja: 'グループの変更' },
  [auditCode.groupDeleted]: { en: 'Group deleted', ko: '그룹 삭제', ja: 'グループの削除' },
  [auditCode.alertThreshold]: { en: 'Alert threshold changed', ko: '알림 임계값 변경', ja: 'アラートしきい値の変更' },
  [auditCode.signInLink]: { en: 'Sign-in link created', ko: '로그인 링크 생성', ja: 'サインインリンクの作成' },
  [auditCode.policyChange]: { en: 'Policy changed', ko: '정책 변경', ja: 'ポリシーの変更' },
  [auditCode.accessRequested]: { en: 'Access requested', ko: '접속 승인 요청', ja: 'アクセスの申請' },
  [auditCode.accessApproved]: { en: 'Access approved', ko: '접속 승인', ja: 'アクセスの承認' },
  [auditCode.accessRejected]: { en: 'Access rejected', ko: '접속 거절', ja: 'アクセスの却下' },
  [auditCode.ticketRequested]: { en: 'Access ticket requested', ko: '접속 티켓 요청', ja: 'アクセスチケットの申請' },
  [auditCode.ticketDecided]: { en: 'Access ticket decided', ko: '접속 티켓 처리', ja: 'アクセスチケットの処理' },
  [auditCode.ipRule]: { en: 'IP address rule', ko: 'IP 주소 규칙', ja: 'IPアドレスのルール' },
  [auditCode.pledge]: { en: 'Security pledge accepted', ko: '보안 서약 동의', ja: 'セキュリティ誓約への同意' },
  [auditCode.exported]: { en: 'List exported', ko: '목록 내보내기', ja: '一覧のエクスポート' },
  [auditCode.enrolToken]: { en: 'Enrolment token', ko: '등록 토큰', ja: '登録トークン' },
  [auditCode.apiToken]: { en: 'API token', ko: 'API 토큰', ja: 'APIトークン' },
  [auditCode.configuration]: { en: 'Configuration changed', ko: '구성 변경', ja: '構成の変更' },
  [auditCode.application]: { en: 'Application', ko: '애플리케이션', ja: 'アプリケーション' },
  [auditCode.clone]: { en: 'Clone resolved', ko: '복제 장치 처리', ja: '複製デバイスの処理' },
  [auditCode.processEnd]: { en: 'Process ended', ko: '프로세스 종료', ja: 'プロセスの終了' },
  [auditCode.incidentAcknowledged]: { en: 'Incident acknowledged', ko: '인시던트 확인', ja: 'インシデントの確認' },
  [auditCode.incidentResolved]: { en: 'Incident resolved', ko: '인시던트 종료', ja: 'インシデントの終了' },
  [auditCode.tags]: { en: 'Tags changed', ko: '태그 변경', ja: 'タグの変更' },
};

export const auditCodes = Object.values(auditCode);

const isAuditCode = (code: number): code is AuditCode => (auditCodes as readonly number[]).includes(code);

/** The name of an action; the number of one that a later version has recorded. */
export const auditName = (code: number, language: Language): string =>
  isAuditCode(code) ? names[code][language] : String(code);
