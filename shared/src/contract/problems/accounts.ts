import type { ProblemDefinition } from './problem-definition.ts';

/** Sign-in, sign-up, passwords, links of mails, and the fields of an account. */
export const accountProblems = {
  invalid_id_and_pw: {
    status: 401,
    en: 'Please check your ID and password.',
    ko: '아이디와 비밀번호를 확인해 주세요.',
    ja: 'IDとパスワードを確認してください。',
  },
  invalid_id: {
    status: 422,
    en: 'The ID must have 4 to 38 characters: letters, digits and @ . _ - only. No web addresses.',
    ko: '아이디는 영문, 숫자, @ . _ - 4~38자로 입력해 주세요. 웹 주소는 사용할 수 없습니다.',
    ja: 'IDは英数字と @ . _ - を使って4～38文字で入力してください。Webアドレスは使用できません。',
  },
  id_exist: {
    status: 409,
    en: 'This ID is already in use.',
    ko: '이미 사용 중인 아이디입니다.',
    ja: 'このIDはすでに使用されています。',
  },
  password_requirement: {
    status: 422,
    en: 'Use 8 to 12 characters with uppercase and lowercase letters, a digit and one of # ? ! @ $ % ^ & * -.',
    ko: '대문자, 소문자, 숫자, 특수문자(# ? ! @ $ % ^ & * -)를 포함해 8~12자로 입력해 주세요.',
    ja: '大文字、小文字、数字、記号（# ? ! @ $ % ^ & * -）を含む8～12文字で入力してください。',
  },
  otp_required: {
    status: 409,
    en: 'Your company requires two-factor authentication of everybody.',
    ko: '회사에서 모든 사용자에게 2단계 인증을 요구합니다.',
    ja: '会社が全員に二要素認証を求めています。',
  },
  password_level0: {
    status: 422,
    en: 'Use 4 to 12 characters.',
    ko: '4~12자로 입력해 주세요.',
    ja: '4～12文字で入力してください。',
  },
  password_level1: {
    status: 422,
    en: 'Use 6 to 12 characters with a letter and a digit.',
    ko: '영문과 숫자를 포함해 6~12자로 입력해 주세요.',
    ja: '英字と数字を含む6～12文字で入力してください。',
  },
  password_level2: {
    status: 422,
    en: 'Use 8 to 12 characters with a letter, a digit and one of # ? ! @ $ % ^ & * -.',
    ko: '영문, 숫자, 특수문자(# ? ! @ $ % ^ & * -)를 포함해 8~12자로 입력해 주세요.',
    ja: '英字、数字、記号（# ? ! @ $ % ^ & * -）を含む8～12文字で入力してください。',
  },
  password_level3: {
    status: 422,
    en: 'Use 8 to 12 characters with uppercase and lowercase letters, a digit and one of # ? ! @ $ % ^ & * -.',
    ko: '대문자, 소문자, 숫자, 특수문자(# ? ! @ $ % ^ & * -)를 포함해 8~12자로 입력해 주세요.',
    ja: '大文字、小文字、数字、記号（# ? ! @ $ % ^ & * -）を含む8～12文字で入力してください。',
  },
  password_confirm: {
    status: 422,
    en: 'Passwords do not match.',
    ko: '비밀번호가 일치하지 않습니다.',
    ja: 'パスワードが一致しません。',
  },
  password_modified_error: {
    status: 422,
    en: 'The password was not changed. Please choose a different password.',
    ko: '비밀번호를 변경하지 못했습니다. 이전과 다른 비밀번호를 입력해 주세요.',
    ja: 'パスワードを変更できませんでした。以前と異なるパスワードを入力してください。',
  },
  current_password_wrong: {
    status: 422,
    en: 'Incorrect current password.',
    ko: '현재 비밀번호가 올바르지 않습니다.',
    ja: '現在のパスワードが正しくありません。',
  },
  name_requirement: {
    status: 422,
    en: 'Please enter a name.',
    ko: '이름을 입력해 주세요.',
    ja: '名前を入力してください。',
  },
  name_invalid: {
    status: 422,
    en: 'A name cannot contain web addresses or invisible characters.',
    ko: '이름에는 웹 주소나 보이지 않는 문자를 사용할 수 없습니다.',
    ja: '名前にWebアドレスや表示されない文字は使用できません。',
  },
  company_name_differs: {
    status: 422,
    en: 'This is not the name of the company.',
    ko: '회사명과 일치하지 않습니다.',
    ja: '会社名と一致しません。',
  },
  website_invalid: {
    status: 422,
    en: 'Please enter the address of a website.',
    ko: '올바른 웹사이트 주소를 입력해 주세요.',
    ja: '正しいWebサイトのアドレスを入力してください。',
  },
  emile_requirement: {
    status: 422,
    en: 'Please enter an e-mail address.',
    ko: '이메일을 입력해 주세요.',
    ja: 'メールアドレスを入力してください。',
  },
  'email-invalid': {
    status: 422,
    en: 'Please enter a valid e-mail address.',
    ko: '올바른 이메일 주소를 입력해 주세요.',
    ja: '有効なメールアドレスを入力してください。',
  },
  email_send_fail: {
    status: 503,
    retry: 'later',
    en: 'The e-mail could not be sent. Please try again later.',
    ko: '메일을 보내지 못했습니다. 잠시 후 다시 시도해 주세요.',
    ja: 'メールを送信できませんでした。しばらくしてからもう一度お試しください。',
  },
  not_matched_user: {
    status: 422,
    en: 'No matching user was found.',
    ko: '일치하는 사용자가 없습니다.',
    ja: '一致するユーザーがいません。',
  },
  link_invalid: {
    status: 422,
    en: 'This link has expired or has already been used.',
    ko: '만료되었거나 이미 사용한 링크입니다.',
    ja: 'このリンクは期限切れか、すでに使用されています。',
  },
  invalid_otp: {
    status: 401,
    en: 'Incorrect code.',
    ko: '인증 코드가 올바르지 않습니다.',
    ja: 'ワンタイムコードが正しくありません。',
  },
  invitation_invalid: {
    status: 422,
    en: 'This invitation code is invalid or has expired.',
    ko: '유효하지 않거나 만료된 초대 코드입니다.',
    ja: '招待コードが無効か、期限切れです。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
