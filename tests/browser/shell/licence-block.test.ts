import { addMember } from '../support/companies.ts';
import { startDevices } from '../support/simulated-devices.ts';
import { expect, test } from '../support/test.ts';
import { makeBasic } from '../support/users.ts';

const words = {
  en: {
    title: 'Corporate licence required',
    present: 'Your company’s Basic licence does not include this feature.',
    admin: 'To use it, register a Corporate licence for your company.',
    member: 'Please contact your administrator.',
    wake: { button: 'Wake-on-LAN', feature: 'Wake-on-LAN' },
    live: { view: 'View mode', table: 'Table', button: 'Screens', feature: 'Live view of screens' },
    otp: { section: 'Two-factor authentication', button: 'Why?', feature: 'Two-factor authentication' },
    ok: 'OK',
  },
  ko: {
    title: '기업용 라이선스가 필요합니다',
    present: '현재 회사의 Basic 라이선스에는 이 기능이 포함되어 있지 않습니다.',
    admin: '이 기능을 사용하려면 기업용 라이선스를 등록해 주세요.',
    member: '관리자에게 문의해 주세요.',
    wake: { button: '원격 켜기(WOL)', feature: '원격 켜기(WOL)' },
    live: { view: '보기 모드', table: '표', button: '화면', feature: '실시간 화면' },
    otp: { section: '2단계 인증', button: '이유 보기', feature: '2단계 인증' },
    ok: '확인',
  },
} as const;

test('what a Corporate licence brings says so when it is missing, and who can get one', async ({
  open,
  stack,
  company,
}) => {
  await using simulated = await startDevices(company, 1);
  const device = simulated.device(0);
  await using _off = simulated.turnOff(0);
  await makeBasic(stack, company);
  const member = await stack.signIn(await addMember(stack, company, [company.home]));

  for (const language of ['en', 'ko'] as const) {
    const { title, present, admin, wake, live, otp, ok, ...text } = words[language];
    const page = await open(`/${language}/device/all/${device.pk}`);
    const notice = page.getByRole('dialog', { name: title });
    const told = async (feature: string, whom: string): Promise<void> => {
      for (const part of [feature, present, whom]) await expect(notice).toContainText(part);
      await notice.getByRole('button', { name: ok }).click();
      await expect(notice).toBeHidden();
    };
    await page.getByRole('button', { name: wake.button }).click();
    await told(wake.feature, admin);

    const view = page.getByRole('radiogroup', { name: live.view, exact: true });
    await view.locator('label').filter({ hasText: live.button }).click();
    await told(live.feature, admin);
    await expect(view.getByRole('radio', { name: live.table })).toBeChecked();

    const theirs = await open(`/${language}/management/profile/security`, { as: member });
    await theirs.getByRole('region', { name: otp.section }).getByRole('button', { name: otp.button }).click();
    for (const part of [otp.feature, present, text.member])
      await expect(theirs.getByRole('dialog', { name: title })).toContainText(part);
  }
});
