import { signIn } from '@vigil/shared/contract/http/sign-in';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { wrongCodeFor } from '../support/authenticator.ts';
import { addCompany } from '../support/companies.ts';
import { bothLanguages, signInAs } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser, setIpRule, setPolicies } from '../support/users.ts';

const words = {
  en: {
    other: 'Please check your ID and password. 1 attempt left before your account is locked.',
    locked: 'Too many failed attempts. Please contact your administrator.',
    inactive: 'This account is deactivated. Please contact the person in charge.',
    partner: 'Partner IDs cannot sign in.',
    ip_block: 'Blocked by the IP settings: this address is on the block list. Please contact your administrator.',
    ip_allow: 'Blocked by the IP settings: this address is not on the allow list. Please contact your administrator.',
    external_access: 'External access is restricted.',
    code: 'Incorrect code. 1 attempt left before your account is locked.',
    server: 'A server error occurred. Please try again later.',
    network: 'Cannot reach the server. Please check your network connection.',
    slower: 'Too many attempts. Try again in 42 seconds.',
  },
  ko: {
    other: '아이디와 비밀번호를 확인해 주세요. 1번 더 실패하면 계정이 잠깁니다.',
    locked: '로그인 시도 횟수를 초과했습니다. 관리자에게 문의해 주세요.',
    inactive: '비활성화된 계정입니다. 담당자에게 문의해 주세요.',
    partner: '파트너 아이디로는 로그인할 수 없습니다.',
    ip_block: 'IP 설정에 의해 차단되었습니다. 차단 정책에 포함된 주소입니다. 관리자에게 문의해 주세요.',
    ip_allow: 'IP 설정에 의해 차단되었습니다. 허용 정책에 없는 주소입니다. 관리자에게 문의해 주세요.',
    external_access: '외부 접속이 제한되어 있습니다.',
    code: '인증 코드가 올바르지 않습니다. 1번 더 실패하면 계정이 잠깁니다.',
    server: '서버에 문제가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    network: '서버에 연결할 수 없습니다. 네트워크 연결을 확인해 주세요.',
    slower: '시도가 너무 많습니다. 42초 후에 다시 시도해 주세요.',
  },
} as const;

const SIGN_IN = `**${API_BASE}${signIn.path}`;
const ELSEWHERE = '203.0.113.7';
const HERE = '127.0.0.1';

for (const language of bothLanguages) {
  const text = words[language];

  test.concurrent(`each reason of a refused sign-in is shown (${language})`, async ({ open, stack }) => {
    const [company, blocking, allowing] = await Promise.all([addCompany(stack), addCompany(stack), addCompany(stack)]);
    await Promise.all([
      setPolicies(stack, company, { block_num: 2, self_unlock: 0 }),
      setIpRule(blocking, { block: 1, address: HERE }),
      setIpRule(allowing, { block: 0, address: ELSEWHERE }),
    ]);
    const member = await addUser(stack, company);
    const inactive = await addUser(stack, company, { active: false });
    const partner = await addUser(stack, company, { member_type_id: 7 });

    const page = await open(`/${language}/`, { as: null });
    const alert = page.getByRole('alert');
    const wrong = { ...member, password: 'not this one' };
    await signInAs(page, wrong, language);
    await expect(alert).toHaveText(text.other);
    await signInAs(page, wrong, language);
    await expect(alert).toHaveText(text.locked);
    // Locked is locked, whatever is typed.
    await signInAs(page, member, language);
    await expect(alert).toHaveText(text.locked);
    await signInAs(page, inactive, language);
    await expect(alert).toHaveText(text.inactive);
    await signInAs(page, partner, language);
    await expect(alert).toHaveText(text.partner);
    await signInAs(page, blocking.admin, language);
    await expect(alert).toHaveText(text.ip_block);
    await signInAs(page, allowing.admin, language);
    await expect(alert).toHaveText(text.ip_allow);

    await signInAs(page, await addUser(stack, company, { flag_use_otp: 1 }), language);
    const step = page.getByRole('dialog');
    const secret = (await step.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/u).textContent()) ?? '';
    await step.getByRole('textbox').fill(wrongCodeFor(secret));
    await expect(step).toContainText(text.code);
  });

  test.concurrent(`a failed request is shown (${language})`, async ({ open, company }) => {
    const page = await open(`/${language}/`, { as: null, expected: /Failed to load resource/u });
    const alert = page.getByRole('alert');
    const answers = [
      ['server', 500, { code: 'internal', message: text.server }, {}],
      ['slower', 429, { code: 'too_many_requests', message: '' }, { 'retry-after': '42' }],
    ] as const;
    for (const [name, status, error, headers] of answers) {
      await page.route(SIGN_IN, (route) => route.fulfill({ status, headers, json: { status, error } }));
      await signInAs(page, company.admin, language);
      await expect(alert).toHaveText(text[name]);
      await page.unroute(SIGN_IN);
    }
    await page.route(SIGN_IN, (route) => route.abort('connectionrefused'));
    await signInAs(page, company.admin, language);
    await expect(alert).toHaveText(text.network);
    await page.unroute(SIGN_IN);

    // All tests come from this machine, which counts as inside.
    await page.route(SIGN_IN, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { objects: object };
      const objects = { ...answer.objects, step1: 'fail', cause: { external_access: true } };
      await route.fulfill({ response, json: { ...answer, objects } });
    });
    await signInAs(page, company.admin, language);
    await expect(alert).toHaveText(text.external_access);
  });
}
