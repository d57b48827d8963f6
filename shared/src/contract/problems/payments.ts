import type { ProblemDefinition } from './problem-definition.ts';

/** Prices, payments and the call-backs of payment providers. */
export const paymentProblems = {
  /** `detail` is the price that is valid now. */
  price_changed: {
    status: 409,
    retry: 'fresh',
    en: 'The price has changed in the meantime. Please check it and try again.',
    ko: '그동안 가격이 변경되었습니다. 확인한 후 다시 시도해 주세요.',
    ja: 'その間に価格が変更されました。確認してから、もう一度お試しください。',
  },
  /** The payment is in a state that does not allow this; `detail` names the state. */
  payment_state: {
    status: 409,
    retry: 'fresh',
    en: 'This is not possible for a payment in this state.',
    ko: '현재 상태의 결제에는 할 수 없는 작업입니다.',
    ja: 'この状態の支払いに対しては実行できません。',
  },
  /** `detail` is the number of payments that may wait. */
  payment_limit: {
    status: 409,
    en: 'Too many payments are waiting. Please continue or cancel one of them first.',
    ko: '대기 중인 결제가 너무 많습니다. 먼저 하나를 계속하거나 취소해 주세요.',
    ja: '待機中の支払いが多すぎます。先にいずれかを続行またはキャンセルしてください。',
  },
  /** A payment is refunded within seven days. */
  withdrawal_period_over: {
    status: 409,
    en: 'The withdrawal period of 7 days has ended.',
    ko: '청약 철회 기간 7일이 지났습니다.',
    ja: '申込み撤回期間の7日が過ぎています。',
  },
  /** The caller has no confirmed address, or was sent too many mails within the hour. */
  receipt_not_mailed: {
    status: 409,
    en: 'The receipt was not sent. Please check that your e-mail address is confirmed in your profile, or try again in an hour.',
    ko: '영수증을 보내지 못했습니다. 프로필에서 이메일 주소가 인증되었는지 확인하거나 한 시간 후에 다시 시도해 주세요.',
    ja: '領収書を送信できませんでした。プロフィールでメールアドレスが確認済みかどうかをご確認いただくか、1時間後にもう一度お試しください。',
  },
  /** Licences are sold nowhere but in the service of the operator. */
  licences_not_sold: {
    status: 403,
    en: 'Licences cannot be bought in this installation. Please ask its operator.',
    ko: '이 설치 환경에서는 라이선스를 구매할 수 없습니다. 운영자에게 문의해 주세요.',
    ja: 'この環境ではライセンスを購入できません。運用担当者にお問い合わせください。',
  },
  /** The licence already has a renewal; that one can be renewed. */
  licence_renewed: {
    status: 409,
    retry: 'fresh',
    en: 'This licence has already been renewed.',
    ko: '이미 갱신된 라이선스입니다.',
    ja: 'このライセンスはすでに更新されています。',
  },
  /** The provider cannot be reached, or has refused the payment. The payment is kept and can be continued. */
  payment_provider_unavailable: {
    status: 503,
    retry: 'later',
    en: 'The payment service cannot be reached. Your order is kept; please continue it later.',
    ko: '결제 서비스에 연결할 수 없습니다. 주문은 보관되니 나중에 계속해 주세요.',
    ja: '決済サービスに接続できません。注文は保存されていますので、後で続行してください。',
  },
  /** A call-back that the provider has not signed. */
  payment_signature_invalid: {
    status: 403,
    en: 'The notification of the payment is not signed by the provider.',
    ko: '결제 제공자가 서명하지 않은 결제 알림입니다.',
    ja: '決済プロバイダーが署名していない支払い通知です。',
  },
  /** A call-back whose time is too far from ours. */
  payment_notification_late: {
    status: 403,
    en: 'The notification of the payment is too old.',
    ko: '결제 알림이 너무 오래되었습니다.',
    ja: '支払い通知が古すぎます。',
  },
  /** A call-back with the number of another one and other content. */
  payment_notification_replayed: {
    status: 409,
    en: 'The notification of the payment was already received.',
    ko: '이미 받은 결제 알림입니다.',
    ja: 'この支払い通知はすでに受信済みです。',
  },
  /** The provider reports another amount than the price; `detail` is the price. */
  payment_amount_differs: {
    status: 409,
    en: 'The amount that was paid differs from the price.',
    ko: '결제된 금액이 가격과 다릅니다.',
    ja: '支払われた金額が価格と異なります。',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
