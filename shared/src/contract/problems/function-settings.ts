import type { ProblemDefinition } from './problem-definition.ts';

/** The function settings (spec 2 §5), one for each field that is checked, and what they demand. */
export const functionSettingProblems = {
  invalid_idle_time: {
    status: 422,
    en: 'Enter the idle time as a whole number of minutes, from 0 to 1,440.',
    ko: '미사용 시간은 0~1,440 사이의 분 단위 숫자로 입력해 주세요.',
    ja: '無操作時間は0～1,440の整数（分）で入力してください。',
  },
  invalid_session_time: {
    status: 422,
    en: 'Enter the session time as a whole number of minutes, from 0 to 1,440.',
    ko: '세션 시간은 0~1,440 사이의 분 단위 숫자로 입력해 주세요.',
    ja: 'セッション時間は0～1,440の整数（分）で入力してください。',
  },
  invalid_block_num: {
    status: 422,
    en: 'Enter the number of failed sign-ins as a whole number from 0 to 99.',
    ko: '로그인 실패 허용 횟수는 0~99 사이의 숫자로 입력해 주세요.',
    ja: 'サインイン失敗の回数は0～99の整数で入力してください。',
  },
  invalid_password_change_limit: {
    status: 422,
    en: 'Enter the maximum age of passwords as a whole number of days, from 0 to 365.',
    ko: '비밀번호 변경 주기는 0~365 사이의 일 단위 숫자로 입력해 주세요.',
    ja: 'パスワードの有効期間は0～365の整数（日）で入力してください。',
  },
  invalid_min_os_major: {
    status: 422,
    en: 'Enter the major version of Windows as a whole number from 0 to 99.',
    ko: 'Windows 주 버전은 0~99 사이의 숫자로 입력해 주세요.',
    ja: 'Windowsのメジャーバージョンは0～99の整数で入力してください。',
  },
  invalid_min_os_minor: {
    status: 422,
    en: 'Enter the minor version of Windows as a whole number from 0 to 99.',
    ko: 'Windows 부 버전은 0~99 사이의 숫자로 입력해 주세요.',
    ja: 'Windowsのマイナーバージョンは0～99の整数で入力してください。',
  },
  invalid_password_level: {
    status: 422,
    en: 'Choose a password difficulty from 0 to 3.',
    ko: '비밀번호 난이도 설정이 올바르지 않습니다. 0~3 중에서 선택해 주세요.',
    ja: 'パスワードの難易度を0～3から選択してください。',
  },
  invalid_agent_restart_time: {
    status: 422,
    en: 'The hour of the agent restart or the retention period is not valid.',
    ko: '에이전트 재시작 시간 또는 보관 기간이 올바르지 않습니다.',
    ja: 'エージェントの再起動時刻または保存期間が正しくありません。',
  },
  invalid_picture_retention: {
    status: 422,
    en: 'Choose how long the last screen is kept: not at all, 10 minutes or 1 day.',
    ko: '마지막 화면 보관 기간은 보관 안 함, 10분, 1일 중에서 선택해 주세요.',
    ja: '最後の画面の保存期間は、保存しない、10分、1日から選択してください。',
  },
  invalid_picture_budget: {
    status: 422,
    en: 'Enter the bandwidth of screens as a whole number of kB/s from 50 to 100,000, or leave it empty.',
    ko: '화면 전송량은 50~100,000 사이의 kB/s 단위 숫자로 입력하거나 비워 두세요.',
    ja: '画面の転送量は50～100,000の整数（kB/s）で入力するか、空欄にしてください。',
  },
  pledge_required: {
    status: 409,
    retry: 'fresh',
    en: 'Please accept the security pledge first.',
    ko: '먼저 보안 서약에 동의해 주세요.',
    ja: '先にセキュリティ誓約に同意してください。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
