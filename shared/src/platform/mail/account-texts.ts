import type { Language } from '../../contract/problem-texts.ts';

/** The e-mails about accounts. */
export type AccountMailKind = 'verify' | 'reset' | 'unlock' | 'find_id' | 'email_changed';

interface Texts {
  readonly subject: string;
  readonly body: string;
  /** Text of the button; absent when the e-mail has no link. */
  readonly label?: string;
  readonly smallPrint: string;
}

/** `{name}` and `{email}` are filled in. */
export const accountTexts: { readonly [A in AccountMailKind]: { readonly [L in Language]: Texts } } = {
  verify: {
    ko: {
      subject: 'Vigil 이메일 인증',
      body: '{name}님, Vigil에 가입해 주셔서 감사합니다. 아래 버튼을 눌러 이메일 인증을 완료하면 바로 로그인할 수 있습니다.',
      label: '이메일 인증',
      smallPrint: '이 링크는 3일 동안 사용할 수 있습니다. 가입한 적이 없는 경우 이 메일을 무시해 주세요.',
    },
    en: {
      subject: 'Verify your e-mail address for Vigil',
      body: 'Hello {name}, thank you for signing up. Verify your e-mail address with the button below, and you can sign in right away.',
      label: 'Verify e-mail address',
      smallPrint: 'This link is valid for three days. If you did not sign up, please ignore this e-mail.',
    },
    ja: {
      subject: 'Vigil メールアドレスの確認',
      body: '{name} 様、Vigilにご登録いただきありがとうございます。下のボタンからメールアドレスを確認すると、すぐにサインインできます。',
      label: 'メールアドレスを確認',
      smallPrint: 'リンクの有効期間は3日間です。お心当たりがない場合は、このメールを破棄してください。',
    },
  },
  reset: {
    ko: {
      subject: 'Vigil 비밀번호 재설정',
      body: '{name}님, 비밀번호 재설정 요청을 받았습니다. 아래 버튼을 눌러 새 비밀번호를 설정해 주세요.',
      label: '비밀번호 재설정',
      smallPrint:
        '이 링크는 1시간 동안 한 번만 사용할 수 있습니다. 요청한 적이 없는 경우 이 메일을 무시해 주세요. 비밀번호는 변경되지 않습니다.',
    },
    en: {
      subject: 'Reset your Vigil password',
      body: 'Hello {name}, we received a request to reset your password. Set a new password with the button below.',
      label: 'Set new password',
      smallPrint:
        'This link is valid for one hour and works once. If you did not request it, please ignore this e-mail. Your password remains unchanged.',
    },
    ja: {
      subject: 'Vigil パスワードの再設定',
      body: '{name} 様、パスワード再設定のリクエストを受け付けました。下のボタンから新しいパスワードを設定してください。',
      label: '新しいパスワードを設定',
      smallPrint:
        'リンクの有効期間は1時間で、1回のみ使用できます。お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
    },
  },
  unlock: {
    ko: {
      subject: 'Vigil 계정 잠금 해제',
      body: '{name}님, 로그인 실패 횟수를 초과하여 계정이 잠겼습니다. 본인이 시도한 경우 아래 버튼을 눌러 잠금을 해제해 주세요.',
      label: '계정 잠금 해제',
      smallPrint:
        '이 링크는 1시간 동안 한 번만 사용할 수 있습니다. 요청한 적이 없는 경우 이 메일을 무시하고 관리자에게 알려 주세요.',
    },
    en: {
      subject: 'Unlock your Vigil account',
      body: 'Hello {name}, your account was locked after too many failed sign-in attempts. If this was you, unlock it with the button below.',
      label: 'Unlock account',
      smallPrint:
        'This link is valid for one hour and works once. If you did not request it, please ignore this e-mail and inform your administrator.',
    },
    ja: {
      subject: 'Vigil アカウントのロック解除',
      body: '{name} 様、サインインの失敗が続いたため、アカウントがロックされました。ご本人の場合は、下のボタンでロックを解除してください。',
      label: 'アカウントのロックを解除',
      smallPrint:
        'リンクの有効期間は1時間で、1回のみ使用できます。お心当たりがない場合は、このメールを破棄し、管理者にお知らせください。',
    },
  },
  find_id: {
    ko: {
      subject: 'Vigil 아이디 안내',
      body: '이 이메일 주소({email})로 등록된 Vigil 아이디입니다.',
      label: '로그인',
      smallPrint: '요청한 적이 없는 경우 이 메일을 무시해 주세요.',
    },
    en: {
      subject: 'Your Vigil ID',
      body: 'This is the ID registered with this e-mail address ({email}).',
      label: 'Sign in',
      smallPrint: 'If you did not request it, please ignore this e-mail.',
    },
    ja: {
      subject: 'Vigil IDのお知らせ',
      body: 'このメールアドレス（{email}）で登録されているVigilのIDです。',
      label: 'サインイン',
      smallPrint: 'お心当たりがない場合は、このメールを破棄してください。',
    },
  },
  email_changed: {
    ko: {
      subject: 'Vigil 이메일 주소가 변경되었습니다',
      body: '{name}님, 계정의 이메일 주소가 {email}(으)로 변경되었습니다.',
      smallPrint: '직접 변경하지 않은 경우 즉시 관리자에게 알려 주세요.',
    },
    en: {
      subject: 'Your Vigil e-mail address was changed',
      body: 'Hello {name}, the e-mail address of your account was changed to {email}.',
      smallPrint: 'If you did not make this change, please inform your administrator immediately.',
    },
    ja: {
      subject: 'Vigil メールアドレスが変更されました',
      body: '{name} 様、アカウントのメールアドレスが {email} に変更されました。',
      smallPrint: 'お心当たりがない場合は、すぐに管理者にお知らせください。',
    },
  },
};
