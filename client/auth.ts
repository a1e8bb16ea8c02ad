// Who is signed in, which companies are theirs and which one is active: the stores `auth` and `app-store`.
// Everything that changes them goes through acceptSession and clearSession.

import type { Session, SessionCompany } from '#contract/session.ts';
import { passwordMinimumLength } from '#domain/passwords.ts';
import type { Role } from '#domain/permissions.ts';
import type { RegistrationMode } from '#domain/registration.ts';
import { api } from './api.ts';
import { dropTokenSync, endTokenSync, keepTokenInSync } from './session/token-sync.ts';
import { leaveSettings, takeSettings } from './settings/settings-save.ts';
import { createStore, createStoredStore, isRecord, onOtherTab, sessionKeep, useStore } from './storage.ts';

export type User = NonNullable<Session['user']>;

type Auth = { isAuthenticated: boolean; isFetchingAuth: boolean; user: User | null; roles: Record<string, Role> };
type Companies = { availableCompanies: SessionCompany[]; activeCompany: SessionCompany | null };

const signedOut: Auth = { isAuthenticated: false, isFetchingAuth: false, user: null, roles: {} };
const noCompanies: Companies = { availableCompanies: [], activeCompany: null };

let hint = false;

// What an earlier visit stored is only a hint: until the server has answered, nobody is signed in.
export const authStore = createStoredStore<Auth>('auth', (stored) => {
  hint = isRecord(stored) && stored.isAuthenticated === true;
  return { ...signedOut, isFetchingAuth: true };
});

// Of an earlier visit only the choice counts; names, roles and plans come from the server.
let preferredId: unknown = null;

export const companiesStore = createStoredStore<Companies>('app-store', (stored) => {
  preferredId = isRecord(stored) && isRecord(stored.activeCompany) ? stored.activeCompany.id : null;
  return noCompanies;
});

/** The first step of signing in is done in this browser, and the code of the second factor is still to come. */
const halfwayStore = createStore(false);

/** Who may register on this server, once it has said so. */
const registrationStore = createStore<RegistrationMode>('open');

export const useRegistration = (): RegistrationMode => useStore(registrationStore);

/** The fewest characters of a new password on this server. */
export const passwordMinimumStore = createStore(passwordMinimumLength);

export const useHalfway = (): boolean => useStore(halfwayStore);

/** What an earlier visit left behind: good enough to guess which page will be shown. */
export const wasSignedIn = (): boolean => hint;

export const useAuth = (): Auth => useStore(authStore);

export const useCompanies = (): Companies => useStore(companiesStore);

/** The person of a page that only the signed-in see. */
export function useUser(): User {
  const { user } = useAuth();
  if (!user) throw new Error('This page needs a signed-in person.');
  return user;
}

/** The active company of a page that only members see. */
export function useCompany(): SessionCompany {
  const { activeCompany } = useCompanies();
  if (!activeCompany) throw new Error('This page needs an active company.');
  return activeCompany;
}

// Answers may overtake one another: one to an older question than the last that was answered is no longer true.
let questions = 0;
let answered = 0;

/** What an answer says of a session that is being ended here is no news. */
let isLeaving = false;

export function acceptSession(session: Session): void {
  answered = ++questions;
  take(session);
}

function take(session: Session): void {
  halfwayStore.set(session.needsSecondFactor === true);
  passwordMinimumStore.set(session.passwordMinLength ?? passwordMinimumLength);
  if (!session.user) {
    registrationStore.set(session.registration ?? 'open');
    // Also what an earlier visit stored, when its session has ended since.
    if (authStore.get().isAuthenticated || hint) clearSession();
    else setAuth(signedOut);
    return;
  }
  const { uid } = session.user;
  const isOther = authStore.get().user !== null && authStore.get().user?.uid !== uid;
  if (isOther) forget();
  forgetTyped((key) => key.startsWith(`draft:${uid}:`));
  lastUid = uid;
  hasLeft = false;
  const wanted = companiesStore.get().activeCompany?.id ?? preferredId;
  const activeCompany = session.companies.find(({ id }) => id === wanted) ?? session.companies[0] ?? null;
  setCompanies({ availableCompanies: session.companies, activeCompany });
  takeSettings(session.user.uid, session.user.settings);
  keepTokenInSync(session);
  setAuth({ isAuthenticated: true, isFetchingAuth: false, user: session.user, roles: session.roles });
}

/**
 * After sign-out, or when the server no longer knows the session, however that was found out. Only what was typed into forms
 * stays, in the same tab and for the same person.
 */
export function clearSession(): void {
  hint = false;
  answered = ++questions;
  forget();
  setAuth(signedOut);
  leaveSettings();
  dropTokenSync();
}

export async function refreshSession(): Promise<void> {
  const question = ++questions;
  const session = await api('GET /session', {});
  if (question < answered || isLeaving) return;
  answered = question;
  take(session);
}

export async function signOut(): Promise<void> {
  isLeaving = true;
  try {
    await endTokenSync();
    await api('POST /sign-out', {});
    endSession();
  } finally {
    isLeaving = false;
  }
}

/** Somebody has ended their session here, and comes back to nothing. */
export function endSession(): void {
  hasLeft = true;
  clearSession();
  forgetTyped(() => false);
}

/** What was typed into forms stays: nobody has left. */
export async function backToFirstStep(): Promise<void> {
  await api('POST /sign-out', {});
  halfwayStore.set(false);
}

/** What one tab hears of its person and of their companies, the others follow. The active company is each tab's own. */
export function followOtherTabs(onChange: () => void): void {
  const isOther = (stored: unknown, own: unknown) => JSON.stringify(stored) !== JSON.stringify(own);
  onOtherTab('auth', (stored) => {
    const { user, roles } = authStore.get();
    const [theirs, known] = isRecord(stored) ? [stored.user, stored.roles] : [null, {}];
    if (isOther([theirs, known], [user, roles])) onChange();
  });
  onOtherTab('app-store', (stored) => {
    const theirs = isRecord(stored) ? stored.availableCompanies : [];
    if (isOther(theirs, companiesStore.get().availableCompanies)) onChange();
  });
}

export function chooseCompany(id: string): void {
  const { availableCompanies } = companiesStore.get();
  const activeCompany = availableCompanies.find((company) => company.id === id);
  if (activeCompany) setCompanies({ availableCompanies, activeCompany });
}

let lastUid: string | null = null;
let hasLeft = false;

/** Whose page it was that this document showed last. */
export const lastPerson = (): string | null => lastUid;

/** The person of this document has signed out of it: where they were is no page that anybody asks for. */
export const hasSignedOut = (): boolean => hasLeft;

const forgetTyped = (isKept: (key: string) => boolean): void => sessionKeep.removeAll('draft:', isKept);

const drops: (() => void)[] = [];

/** What is kept of a person's world elsewhere, such as answers of the server, goes with it. */
export const onForget = (drop: () => void): void => {
  drops.push(drop);
};

function forget(): void {
  preferredId = null;
  companiesStore.set(noCompanies);
  sessionKeep.removeAll('finder:');
  for (const drop of drops) drop();
}

// An answer that says nothing new wakes nobody: the session is asked for every few seconds on some pages.
function setAuth(next: Auth): void {
  if (JSON.stringify(next) !== JSON.stringify(authStore.get())) authStore.set(next);
}

function setCompanies(next: Companies): void {
  if (JSON.stringify(next) !== JSON.stringify(companiesStore.get())) companiesStore.set(next);
}
