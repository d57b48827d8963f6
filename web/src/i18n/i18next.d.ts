import type approvals from './en/approvals.json';
import type bell from './en/bell.json';
import type dialogs from './en/dialogs.json';
import type profile from './en/profile.json';
import type support from './en/support.json';
import type account from './en/account.json';
import type signup from './en/signup.json';
import type partner from './en/partner.json';
import type otp from './en/otp.json';
import type commands from './en/commands.json';
import type common from './en/common.json';
import type detail from './en/detail.json';
import type devices from './en/devices.json';
import type enrol from './en/enrol.json';
import type shell from './en/shell.json';
import type signin from './en/signin.json';
import type tree from './en/tree.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      approvals: typeof approvals;
      bell: typeof bell;
      dialogs: typeof dialogs;
      profile: typeof profile;
      support: typeof support;
      account: typeof account;
      signup: typeof signup;
      partner: typeof partner;
      otp: typeof otp;
      commands: typeof commands;
      common: typeof common;
      detail: typeof detail;
      devices: typeof devices;
      enrol: typeof enrol;
      shell: typeof shell;
      signin: typeof signin;
      tree: typeof tree;
    };
  }
}
