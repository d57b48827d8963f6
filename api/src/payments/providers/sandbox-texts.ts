import type { Language } from '@vigil/shared/contract/languages';
import type { PaymentMethod } from '@vigil/shared/contract/http/payments';
import type { sandboxDeliveries, sandboxOutcomes } from './sandbox-choices.ts';

export interface SandboxTexts {
  readonly title: string;
  readonly note: string;
  readonly order: string;
  readonly method: string;
  readonly methods: Readonly<Record<PaymentMethod, string>>;
  readonly outcome: string;
  readonly outcomes: Readonly<Record<(typeof sandboxOutcomes)[number], string>>;
  readonly delivery: string;
  readonly deliveries: Readonly<Record<(typeof sandboxDeliveries)[number], string>>;
  readonly pay: string;
  readonly close: string;
  readonly done: Readonly<Record<'paid' | 'pending' | 'failed' | 'cancelled', string>>;
  readonly refused: string;
}

export const sandboxTexts: { readonly [L in Language]: SandboxTexts } = {
  en: {
    title: 'Payment sandbox',
    note: 'This is a sandbox: no money is moved, and no card data is asked for.',
    order: '{type} licence, devices: {devices}, months: {months}',
    method: 'Pay by',
    methods: { SC0010: 'Credit card', SC0030: 'Bank transfer', SC0060: 'Mobile billing' },
    outcome: 'Outcome',
    outcomes: { success: 'Success', failure: 'Failure', cancel: 'Cancelled by the buyer' },
    delivery: 'Notification to the shop',
    deliveries: { once: 'Once', twice: 'Twice', late: 'Signed ten minutes ago, which the shop refuses' },
    pay: 'Continue',
    close: 'Close this window',
    done: {
      paid: 'The payment was successful.',
      pending: 'The order waits for your bank transfer. The operator confirms it when it has arrived.',
      failed: 'The payment has failed.',
      cancelled: 'The payment was cancelled.',
    },
    refused: 'The shop has refused the notification: {code}',
  },
  ko: {
    title: '결제 샌드박스',
    note: '테스트용 샌드박스입니다. 실제 결제가 이루어지지 않으며 카드 정보를 요구하지 않습니다.',
    order: '{type} 라이선스, 장치 {devices}대, {months}개월',
    method: '결제 수단',
    methods: { SC0010: '신용카드', SC0030: '계좌이체', SC0060: '휴대폰 결제' },
    outcome: '결과',
    outcomes: { success: '성공', failure: '실패', cancel: '구매자 취소' },
    delivery: '결제 알림',
    deliveries: { once: '한 번', twice: '두 번', late: '10분 전에 서명됨(거부됨)' },
    pay: '계속',
    close: '창 닫기',
    done: {
      paid: '결제가 완료되었습니다.',
      pending: '계좌이체를 기다리고 있습니다. 입금이 확인되면 운영자가 승인합니다.',
      failed: '결제에 실패했습니다.',
      cancelled: '결제가 취소되었습니다.',
    },
    refused: '결제 알림이 거부되었습니다: {code}',
  },
  ja: {
    title: '決済サンドボックス',
    note: 'テスト用のサンドボックスです。実際の決済は行われず、カード情報も要求されません。',
    order: '{type}ライセンス、デバイス{devices}台、{months}か月',
    method: '支払い方法',
    methods: { SC0010: 'クレジットカード', SC0030: '銀行振込', SC0060: '携帯電話決済' },
    outcome: '結果',
    outcomes: { success: '成功', failure: '失敗', cancel: '購入者によるキャンセル' },
    delivery: '支払い通知',
    deliveries: { once: '1回', twice: '2回', late: '10分前に署名（拒否されます）' },
    pay: '続行',
    close: 'ウィンドウを閉じる',
    done: {
      paid: '支払いが完了しました。',
      pending: '銀行振込をお待ちしています。入金の確認後、運用担当者が承認します。',
      failed: '支払いに失敗しました。',
      cancelled: '支払いがキャンセルされました。',
    },
    refused: '支払い通知が拒否されました: {code}',
  },
};
