import type { ProblemDefinition } from './problem-definition.ts';

/** Applications: what the API refuses, then what agents answer. */
export const applicationProblems = {
  application_exists: {
    status: 409,
    en: 'An application with this name and version already exists.',
    ko: '이름과 버전이 같은 애플리케이션이 이미 있습니다.',
    ja: '同じ名前とバージョンのアプリケーションが既にあります。',
  },
  application_limit: {
    status: 409,
    en: 'There is no room for this application. Delete applications that are no longer needed.',
    ko: '애플리케이션 저장 공간이 부족합니다. 사용하지 않는 애플리케이션을 삭제해 주세요.',
    ja: 'アプリケーションの保存容量が足りません。不要なアプリケーションを削除してください。',
  },
  /** Of all companies together, or of the disk. */
  storage_full: {
    status: 507,
    retry: 'later',
    en: 'The server has no room for more files at the moment. Please tell whoever runs it, or try again later.',
    ko: '서버의 저장 공간이 부족합니다. 서버 운영자에게 문의하거나 나중에 다시 시도해 주세요.',
    ja: 'サーバーの保存容量が不足しています。サーバーの運用担当者に連絡するか、しばらくしてからもう一度お試しください。',
  },
  /** Its file is not complete, or it is not offered for installation. */
  application_not_ready: {
    status: 409,
    retry: 'fresh',
    en: 'This application cannot be installed yet: its file is not complete, or its installation is turned off.',
    ko: '파일 업로드가 끝나지 않았거나 설치가 꺼져 있어 이 애플리케이션을 설치할 수 없습니다.',
    ja: 'ファイルのアップロードが完了していないか、インストールがオフになっているため、このアプリケーションはインストールできません。',
  },
  /** The file is not the one whose hash was named. */
  hash_mismatch: {
    status: 422,
    en: 'The file is damaged or was changed: its checksum does not match.',
    ko: '파일이 손상되었거나 변경되었습니다. 체크섬이 일치하지 않습니다.',
    ja: 'ファイルが破損しているか変更されています。チェックサムが一致しません。',
  },
  invalid_pin: { status: 422, en: 'The PIN is wrong.', ko: 'PIN이 올바르지 않습니다.', ja: 'PINが正しくありません。' },
  schedule_invalid: {
    status: 422,
    en: 'Choose a time in the future, within the next 30 days.',
    ko: '앞으로 30일 이내의 시간을 선택해 주세요.',
    ja: '今後30日以内の日時を選択してください。',
  },
  cancelled: { status: 409, en: 'Cancelled.', ko: '취소되었습니다.', ja: 'キャンセルされました。' },
  install_not_allowed: {
    status: 422,
    en: 'The agent on this device does not allow applications to be installed.',
    ko: '이 장치의 에이전트는 애플리케이션 설치를 허용하지 않습니다.',
    ja: 'このデバイスのエージェントはアプリケーションのインストールを許可していません。',
  },
  install_unsupported: {
    status: 422,
    en: 'This type of file cannot be installed or removed on this device.',
    ko: '이 장치에서는 이 형식의 파일을 설치하거나 제거할 수 없습니다.',
    ja: 'このデバイスでは、この形式のファイルをインストールまたは削除できません。',
  },
  download_failed: {
    status: 422,
    en: 'The device could not download the file.',
    ko: '장치에서 파일을 다운로드하지 못했습니다.',
    ja: 'デバイスがファイルをダウンロードできませんでした。',
  },
  install_timeout: {
    status: 422,
    en: 'The installation took too long and was stopped.',
    ko: '설치 시간이 초과되어 중단되었습니다.',
    ja: 'インストールに時間がかかりすぎたため、中止されました。',
  },
  /** A restart of the agent would cut the installation of an application short. */
  install_running: {
    status: 409,
    retry: 'later',
    en: 'An application is being installed on this device. Please try again when the installation has ended.',
    ko: '이 장치에서 애플리케이션을 설치하고 있습니다. 설치가 끝난 후 다시 시도해 주세요.',
    ja: 'このデバイスではアプリケーションをインストール中です。完了後にもう一度お試しください。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
