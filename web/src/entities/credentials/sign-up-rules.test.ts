import { EmailAddress } from '@vigil/shared/contract/email-address';
import { expect, test } from 'vitest';
import { isEmail, signUpField, firstProblem, problemOfEachField, type Applicant } from './sign-up-rules.ts';

const good: Applicant = {
  mgrid: 'mina.park',
  pw: 'Abc1234!',
  confirmation: 'Abc1234!',
  name: 'Mina Park',
  mail: 'mina@vigil.test',
};
const nothing: Applicant = { mgrid: '', pw: '', confirmation: '', name: '', mail: '' };
const rule = { level: 3, max: 12 } as const;
const free = { taken: false, rule };

test('a valid form has no problem', () => {
  expect(firstProblem(good, free)).toBeNull();
});

test('problems are reported one by one: ID, availability, password, confirmation, name, e-mail', () => {
  expect(firstProblem(nothing, { taken: true, rule })?.code).toBe('invalid_id');
  const withId = { ...nothing, mgrid: good.mgrid };
  expect(firstProblem(withId, { taken: true, rule })?.code).toBe('id_exist');
  expect(firstProblem(withId, free)?.code).toBe('password_requirement');
  const withPassword = { ...withId, pw: good.pw };
  expect(firstProblem(withPassword, free)).toEqual({ field: 'confirmation', code: 'password_confirm' });
  const confirmed = { ...withPassword, confirmation: good.pw };
  expect(firstProblem(confirmed, free)?.code).toBe('name_requirement');
  const named = { ...confirmed, name: 'Mina' };
  expect(firstProblem(named, free)?.code).toBe('emile_requirement');
  expect(firstProblem({ ...named, mail: 'mina@' }, free)?.code).toBe('email-invalid');
});

test.each(['abc', 'with space', 'ärger', 'a'.repeat(39)])('%s is no ID', (mgrid) => {
  expect(firstProblem({ ...good, mgrid }, free)?.code).toBe('invalid_id');
});

test('surrounding spaces do not count', () => {
  expect(firstProblem({ ...good, mgrid: ' mina.park ', mail: ' mina@vigil.test ' }, free)).toBeNull();
  expect(firstProblem({ ...good, name: '   ' }, free)?.code).toBe('name_requirement');
});

test('names without addresses, and websites that are addresses', () => {
  expect(firstProblem({ ...good, name: 'www.evil.example' }, free)?.code).toBe('name_invalid');
  expect(firstProblem({ ...good, website: 'not a site' }, free)).toEqual({ field: 'website', code: 'website_invalid' });
  expect(firstProblem({ ...good, website: 'northwind.test' }, free)).toBeNull();
});

test('a refusal of the server is shown at its field, or above the form', () => {
  expect(signUpField('id_exist')).toBe('mgrid');
  expect(signUpField('email-invalid')).toBe('mail');
  expect(signUpField('internal')).toBeNull();
});

test('an application reports one problem for each failing field', () => {
  expect(problemOfEachField({ ...nothing, mail: 'mina' })).toEqual({
    mgrid: 'invalid_id',
    pw: 'password_requirement',
    name: 'name_requirement',
    mail: 'email-invalid',
  });
  expect(problemOfEachField(nothing).mail).toBe('emile_requirement');
  expect(problemOfEachField(good)).toEqual({});
});

test.each([
  'a..b@docomo.ne.jp',
  'ab.@docomo.ne.jp',
  'a/b=c&d#e{f%g@northwind.test',
  'a@x.xn--p1ai',
  'a@xn--bcher-kva.example',
  "o'hara+x@northwind.test",
  'a--b_c!$*?^`|}~@northwind.test',
])('form and server accept the e-mail address %s', (address) => {
  expect([isEmail(address), EmailAddress.safeParse(address).success]).toEqual([true, true]);
});

test.each([
  'a@b',
  '@northwind.test',
  '.a@northwind.test',
  'a b@northwind.test',
  'a@b@northwind.test',
  'a@-x.test',
  'a@x.xn--',
  'a@x.xn--a-',
  'a@bücher.example',
  '"a"@northwind.test',
  'a,b@northwind.test',
  'a\r\nb@northwind.test',
])('form and server refuse the e-mail address %j', (address) => {
  expect([isEmail(address), EmailAddress.safeParse(address).success]).toEqual([false, false]);
});
