// The pages that are loaded without the application, for signed-out users only.

import type { ComponentType } from 'react';
import type { Path } from '../routes.ts';
import { JoinPage } from './JoinPage.tsx';
import { LoginPage } from './LoginPage.tsx';
import { RegisterPage } from './RegisterPage.tsx';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

export const signedOutPages = {
  '/join': JoinPage,
  '/login': LoginPage,
  '/register': RegisterPage,
  '/reset-password': ResetPasswordPage,
} as const satisfies Partial<Record<Path, ComponentType>>;

export type SignedOutPath = keyof typeof signedOutPages;
