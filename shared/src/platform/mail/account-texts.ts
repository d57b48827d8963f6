import type { Language } from '../../contract/languages.ts';

/** The e-mails about accounts. */
export type AccountMailKind = 'verify' | 'email' | 'undo' | 'reset' | 'unlock' | 'locked' | 'find_id';

interface Texts {
  readonly subject: string;
  readonly body: string;
  /** Text of the button; absent when the e-mail has no link. */
  readonly label?: string;
  readonly smallPrint: string;
}

/** `{name}` is filled in. */
export const greetings: { readonly [L in Language]: string } = {
  ko: '{name}님, 안녕하세요.',
  en: 'Hello {name},',
  ja: '{name} 様',
};

/** `{email}` is filled in. */
export const accountTexts: { readonly [A in AccountMailKind]: { readonly [L in Language]: Texts } } = {
  verify: {
    ko: {
      subject: 'Vigil 이메일 인증',
      body: 'Vigil에 가입해 주셔서 감사합니다. 아래 링크를 눌러 이메일 인증을 완료하면 바로 로그인할 수 있습니다.',
      label: '이메일 인증',
      smallPrint: '이 링크는 3일 동안 사용할 수 있습니다. 가입한 적이 없는 경우 이 메일을 무시해 주세요.',
    },
    en: {
      subject: 'Verify your e-mail address for Vigil',
      body: 'Thank you for signing up. Verify your e-mail address with the link below, and you can sign in right away.',
      label: 'Verify e-mail address',
      smallPrint: 'This link is valid for three days. If you did not sign up, please ignore this e-mail.',
    },
    ja: {
      subject: 'Vigil メールアドレスの確認',
      body: 'Vigilにご登録いただきありがとうございます。下のリンクからメールアドレスを確認すると、すぐにサインインできます。',
      label: 'メールアドレスを確認',
      smallPrint: 'リンクの有効期間は3日間です。お心当たりがない場合は、このメールを破棄してください。',
    },
  },
  reset: {
    ko: {
      subject: 'Vigil 비밀번호 재설정',
      body: '비밀번호 재설정 요청을 받았습니다. 아래 링크를 눌러 새 비밀번호를 설정해 주세요.',
      label: '비밀번호 재설정',
      smallPrint:
        '이 링크는 1시간 동안 한 번만 사용할 수 있습니다. 요청한 적이 없는 경우 이 메일을 무시해 주세요. 비밀번호는 변경되지 않습니다.',
    },
    en: {
      subject: 'Reset your Vigil password',
      body: 'We received a request to reset your password. Set a new password with the link below.',
      label: 'Set new password',
      smallPrint:
        'This link is valid for one hour and works once. If you did not request it, please ignore this e-mail. Your password remains unchanged.',
    },
    ja: {
      subject: 'Vigil パスワードの再設定',
      body: 'パスワード再設定のリクエストを受け付けました。下のリンクから新しいパスワードを設定してください。',
      label: '新しいパスワードを設定',
      smallPrint:
        'リンクの有効期間は1時間で、1回のみ使用できます。お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
    },
  },
  unlock: {
    ko: {
      subject: 'Vigil 계정 잠금 해제',
      body: '로그인 실패 횟수를 초과하여 계정이 잠겼습니다. 본인이 시도한 경우 아래 링크를 눌러 잠금을 해제해 주세요.',
      label: '계정 잠금 해제',
      smallPrint:
        '이 링크는 1시간 동안 한 번만 사용할 수 있습니다. 요청한 적이 없는 경우 이 메일을 무시하고 관리자에게 알려 주세요.',
    },
    en: {
      subject: 'Unlock your Vigil account',
      body: 'Your account was locked after too many failed sign-in attempts. If this was you, unlock it with the link below.',
      label: 'Unlock account',
      smallPrint:
        'This link is valid for one hour and works once. If you did not request it, please ignore this e-mail and inform your administrator.',
    },
    ja: {
      subject: 'Vigil アカウントのロック解除',
      body: 'サインインの失敗が続いたため、アカウントがロックされました。ご本人の場合は、下のリンクでロックを解除してください。',
      label: 'アカウントのロックを解除',
      smallPrint:
        'リンクの有効期間は1時間で、1回のみ使用できます。お心当たりがない場合は、このメールを破棄し、管理者にお知らせください。',
    },
  },
  locked: {
    ko: {
      subject: 'Vigil 계정이 잠겼습니다',
      body: '로그인 실패 횟수를 초과하여 계정이 잠겼습니다. 잠금을 해제하려면 회사의 관리자에게 문의해 주세요.',
      smallPrint: '본인이 시도하지 않은 경우에도 관리자에게 알려 주세요.',
    },
    en: {
      subject: 'Your Vigil account is locked',
      body: 'Your account was locked after too many failed sign-in attempts. Please ask your administrator to unlock it.',
      smallPrint: 'If this was not you, please inform your administrator as well.',
    },
    ja: {
      subject: 'Vigil アカウントがロックされました',
      body: 'サインインの失敗が続いたため、アカウントがロックされました。解除するには、社内の管理者にお問い合わせください。',
      smallPrint: 'お心当たりがない場合も、管理者にお知らせください。',
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
  email: {
    ko: {
      subject: 'Vigil 이메일 주소 변경 확인',
      body: 'Vigil 계정의 이메일 주소를 이 주소({email})로 변경하려면 아래 링크를 눌러 확인해 주세요. 확인하기 전까지는 기존 주소가 사용됩니다.',
      label: '이메일 주소 확인',
      smallPrint: '이 링크는 3일 동안 사용할 수 있습니다. 요청한 적이 없는 경우 이 메일을 무시해 주세요.',
    },
    en: {
      subject: 'Confirm your new e-mail address for Vigil',
      body: 'To use this address ({email}) for your Vigil account, confirm it with the link below. Until then, the previous address stays in use.',
      label: 'Confirm e-mail address',
      smallPrint: 'This link is valid for three days. If you did not request it, please ignore this e-mail.',
    },
    ja: {
      subject: 'Vigil メールアドレス変更の確認',
      body: 'Vigilアカウントのメールアドレスをこのアドレス（{email}）に変更するには、下のリンクで確認してください。確認が完了するまでは、現在のアドレスが使用されます。',
      label: 'メールアドレスを確認',
      smallPrint: 'リンクの有効期間は3日間です。お心当たりがない場合は、このメールを破棄してください。',
    },
  },
  undo: {
    ko: {
      subject: 'Vigil 이메일 주소 변경 요청',
      body: '계정의 이메일 주소를 {email} 주소로 변경하는 요청이 있었습니다. 직접 요청하지 않은 경우 아래 링크를 눌러 변경을 취소하고 모든 기기에서 로그아웃한 다음, 비밀번호를 변경해 주세요.',
      label: '변경 취소',
      smallPrint: '이 링크는 7일 동안 사용할 수 있으며, 변경이 완료된 뒤에도 이 주소로 되돌릴 수 있습니다.',
    },
    en: {
      subject: 'Your Vigil e-mail address is about to change',
      body: 'A change of the e-mail address of your account to {email} was requested. If you did not request it, cancel the change with the link below, which also signs you out everywhere, and then change your password.',
      label: 'Cancel the change',
      smallPrint: 'This link is valid for seven days, and restores this address even after the change is complete.',
    },
    ja: {
      subject: 'Vigil メールアドレス変更のお知らせ',
      body: 'アカウントのメールアドレスを {email} に変更するリクエストがありました。お心当たりがない場合は、下のリンクで変更を取り消してください。すべての端末からサインアウトされますので、その後パスワードを変更してください。',
      label: '変更を取り消す',
      smallPrint: 'リンクの有効期間は7日間です。変更の完了後も、このアドレスに戻すことができます。',
    },
  },
};
