// What opens in the account settings: the steps of verifying, turning on and off, stand-ins and closing.
import {
  answered,
  demoAdmin,
  demoWorker,
  inSequence,
  outOfCompany,
  pressed,
  pretend,
  type Screen,
  typed,
} from '../stage.ts';
import { withStandIns } from './answers.ts';
import { menu } from './selectors.ts';

const section = (number: number) => `main section >> nth=${number - 1}`;
/** In the order of the account settings. */
const buttonOf = (number: number) => `${section(number)} >> button`;
const factor = buttonOf(4);
const passkeys = buttonOf(5);
const tokens = buttonOf(7);
const standIns = buttonOf(8);
const closing = buttonOf(10);
const userMenu = 'header button[aria-haspopup=menu]';
const recoveryCodes = ['4F7K-9QXM', '2HRT-8WNC', 'V6PD-3JYB', 'K9MS-5ZLT', 'R2XC-7GHN'].flatMap((code) => [
  `${code}-Q4WE`,
  `${code}-7TUP`,
]);
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const begunFactor = answered('POST', /\/account\/second-factor$/, {
  secret,
  url: `otpauth://totp/Daybook:sri.wahyuni%40karyabangun.example?secret=${secret}&issuer=Daybook`,
});
const withFactor = pretend(/\/account\/second-factor$/, {
  turnedOnAt: '2026-11-02T02:10:00Z',
  recoveryCodesLeft: 2,
});
/** People in the demo have no password. */
const withPassword = pretend(/\/account\/closing$/, {
  hasPassword: true,
  companies: [{ id: 'a', name: 'Karya Bangun Nusantara', worklogs: 214, pendingWorklogs: 3, isLastAdmin: false }],
});
const proveAndSend = (within: string) =>
  inSequence(typed(`${within} >> input[type=password]`, 'a password'), pressed(`${within} >> [type=submit]`));

export const openedAccount: readonly Screen[] = [
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'factor',
    opens: `${section(4)} >> input[type=password]`,
    do: pressed(factor),
  },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'factor-code',
    opens: `${section(4)} >> svg[role=img]`,
    before: begunFactor,
    do: inSequence(pressed(factor), proveAndSend(section(4))),
  },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'recovery-codes',
    opens: `${section(4)} >> li code`,
    before: inSequence(begunFactor, answered('PUT', /\/account\/second-factor$/, { recoveryCodes })),
    do: inSequence(
      pressed(factor),
      proveAndSend(section(4)),
      typed(`${section(4)} >> input[autocomplete=one-time-code]`, '123456'),
      pressed(`${section(4)} >> [type=submit]`),
    ),
  },
  { who: demoAdmin, path: '/account-settings', state: 'factor-on', opens: `${factor} >> nth=1`, before: withFactor },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'factor-off',
    opens: `${section(4)} >> input >> nth=1`,
    before: withFactor,
    do: pressed(`${factor} >> nth=1`),
  },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'passkey',
    opens: `${section(5)} >> input[type=password]`,
    do: pressed(passkeys),
  },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'token',
    opens: `${section(7)} >> input[type=password]`,
    do: pressed(tokens),
  },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'stand-in',
    opens: `${section(8)} >> form`,
    do: pressed(standIns),
  },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'stand-ins',
    opens: `${section(8)} >> li >> nth=1`,
    before: withStandIns,
  },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'closing-first',
    opens: `${section(10)} >> li`,
    do: pressed(closing),
  },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'closing',
    opens: `${section(10)} >> input[type=password]`,
    before: withPassword,
    do: pressed(closing),
  },
  {
    who: demoAdmin,
    path: '/account-settings',
    state: 'closing-code',
    opens: `${section(10)} >> input >> nth=1`,
    before: inSequence(withFactor, withPassword),
    do: pressed(closing),
  },
  {
    who: demoWorker,
    path: '/choose-company',
    state: 'account-menu',
    opens: menu,
    before: outOfCompany,
    ownDocument: true,
    do: pressed(userMenu),
  },
  {
    who: demoWorker,
    path: '/choose-company',
    state: 'account',
    opens: 'dialog[open] section >> nth=7',
    before: outOfCompany,
    ownDocument: true,
    do: pressed(userMenu, `${menu} >> nth=0`),
  },
];
