import type { ProblemDefinition } from './problem-definition.ts';

/** Of any call. */
export const generalProblems = {
  malformed: {
    status: 400,
    en: 'The request is malformed.',
    ko: '요청 형식이 올바르지 않습니다.',
    ja: 'リクエストの形式が正しくありません。',
  },
  unknown_event: { status: 400, en: 'Unknown message.', ko: '알 수 없는 메시지입니다.', ja: '不明なメッセージです。' },
  no_session: { status: 401, en: 'Please sign in.', ko: '로그인해 주세요.', ja: 'サインインしてください。' },
  session_invalid: {
    status: 401,
    en: 'Your session has ended. Please sign in again.',
    ko: '세션이 종료되었습니다. 다시 로그인해 주세요.',
    ja: 'セッションが終了しました。もう一度サインインしてください。',
  },
  not_allowed: {
    status: 403,
    en: 'You do not have permission to do this.',
    ko: '이 작업을 수행할 권한이 없습니다.',
    ja: 'この操作を行う権限がありません。',
  },
  out_of_window: {
    status: 403,
    en: 'You do not have approved remote access at this time.',
    ko: '지금은 승인된 원격 접속 시간이 아닙니다.',
    ja: '現在は承認されたリモートアクセスの時間ではありません。',
  },
  not_found: {
    status: 404,
    en: 'Not found, or you do not have access to it.',
    ko: '존재하지 않거나 접근 권한이 없습니다.',
    ja: '存在しないか、アクセス権限がありません。',
  },
  conflict: {
    status: 409,
    retry: 'fresh',
    en: 'This was changed by someone else in the meantime. Please check it and try again.',
    ko: '다른 사용자가 변경했습니다. 내용을 확인한 후 다시 시도해 주세요.',
    ja: '他のユーザーによって変更されました。内容を確認してから、もう一度お試しください。',
  },
  confirm_required: {
    status: 409,
    retry: 'fresh',
    en: 'Please confirm the number of affected devices.',
    ko: '영향을 받는 장치 수를 확인해 주세요.',
    ja: '影響を受けるデバイスの数を確認してください。',
  },
  too_large: { status: 413, en: 'The data is too large.', ko: '크기가 너무 큽니다.', ja: 'サイズが大きすぎます。' },
  too_many_requests: {
    status: 429,
    retry: 'later',
    en: 'Too many attempts. Please try again later.',
    ko: '시도가 너무 많습니다. 잠시 후 다시 시도해 주세요.',
    ja: '試行回数が多すぎます。しばらくしてからもう一度お試しください。',
  },
  internal: {
    status: 500,
    retry: 'later',
    en: 'A server error occurred. Please try again later.',
    ko: '서버에 문제가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    ja: 'サーバーで問題が発生しました。しばらくしてからもう一度お試しください。',
  },
  /** Redis refuses what needs memory. */
  store_full: {
    status: 503,
    retry: 'later',
    en: 'The memory of the server is full (Redis), so that nothing new can be stored. Please tell its operator, and try again later.',
    ko: '서버의 메모리(Redis)가 가득 차서 새로운 내용을 저장할 수 없습니다. 운영자에게 알린 후 나중에 다시 시도해 주세요.',
    ja: 'サーバーのメモリ（Redis）がいっぱいで、新しい内容を保存できません。運用担当者に知らせてから、後でもう一度お試しください。',
  },
  unavailable: {
    status: 503,
    retry: 'later',
    en: 'The service is temporarily unavailable. Please try again later.',
    ko: '서비스를 일시적으로 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    ja: 'サービスを一時的に利用できません。しばらくしてからもう一度お試しください。',
  },
  /** More passwords wait to be checked than are checked within seconds. */
  passwords_busy: {
    status: 503,
    retry: 'later',
    en: 'Many people are signing in at the moment. Please try again in a few seconds.',
    ko: '현재 로그인하는 사용자가 많습니다. 몇 초 후 다시 시도해 주세요.',
    ja: '現在、多くのユーザーがサインインしています。数秒後にもう一度お試しください。',
  },
  /** The company has more devices than its licences admit: only the endpoints with `whileGated` work until that is over. */
  licence_gate: {
    status: 402,
    retry: 'later',
    en: 'Your company has more devices than its licence allows.',
    ko: '회사의 장치 수가 라이선스 허용 수를 초과했습니다.',
    ja: '会社のデバイス数がライセンスの上限を超えています。',
  },
  /** A body that is compressed. */
  unsupported_encoding: {
    status: 415,
    en: 'Compressed requests are not accepted.',
    ko: '압축된 요청은 받을 수 없습니다.',
    ja: '圧縮されたリクエストは受け付けていません。',
  },
  unsupported_file: {
    status: 422,
    en: 'This file type is not supported.',
    ko: '지원하지 않는 파일 형식입니다.',
    ja: 'このファイル形式には対応していません。',
  },
  /** Of ranges of lists, which may be in the past, and of periods of requests for access, which may not have ended. */
  date_validate_error: {
    status: 422,
    en: 'The end must not be before the start, and access cannot be requested for a time that has passed.',
    ko: '종료 일시는 시작 일시보다 빠를 수 없으며, 이미 지난 시간에 대한 접속은 신청할 수 없습니다.',
    ja: '終了日時は開始日時より前にはできません。また、過去の時間へのアクセスは申請できません。',
  },
  no_input_data: {
    status: 422,
    en: 'Please enter a value.',
    ko: '내용을 입력해 주세요.',
    ja: '内容を入力してください。',
  },
  text_not_storable: {
    status: 422,
    en: 'The text contains characters that cannot be stored.',
    ko: '저장할 수 없는 문자가 포함되어 있습니다.',
    ja: '保存できない文字が含まれています。',
  },
  too_long: { status: 422, en: 'The text is too long.', ko: '입력한 내용이 너무 깁니다.', ja: '入力が長すぎます。' },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
