// Who is signed in, which companies are theirs and which one is active: the stores `auth` and `app-store`.
// Everything that changes them goes through acceptSession and clearSession.

import type { Session, SessionCompany } from '#contract/session.ts';
import type { Role } from '#domain/permissions.ts';
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

export const useRole = (): Role | null => useCompanies().activeCompany?.role ?? null;

export function acceptSession(session: Session): void {
  halfwayStore.set(session.needsSecondFactor === true);
  if (!session.user) {
    if (authStore.get().isAuthenticated) clearSession();
    else setAuth(signedOut);
    return;
  }
  const isOther = authStore.get().user !== null && authStore.get().user?.uid !== session.user.uid;
  if (isOther) forget();
  const wanted = companiesStore.get().activeCompany?.id ?? preferredId;
  const activeCompany = session.companies.find(({ id }) => id === wanted) ?? session.companies[0] ?? null;
  setCompanies({ availableCompanies: session.companies, activeCompany });
  takeSettings(session.user.uid, session.user.settings);
  keepTokenInSync(session);
  setAuth({ isAuthenticated: true, isFetchingAuth: false, user: session.user, roles: session.roles });
}

/** After sign-out, or when the server no longer knows the session. What was typed into forms is kept for the same tab. */
export function clearSession(): void {
  forget();
  setAuth(signedOut);
  leaveSettings();
  dropTokenSync();
}

export async function refreshSession(): Promise<void> {
  acceptSession(await api('GET /session', {}));
}

export async function signOut(): Promise<void> {
  await endTokenSync();
  await api('POST /sign-out', {});
  clearSession();
  sessionKeep.removeAll('draft:');
  sessionKeep.removeAll('finder:');
}

/** What was typed into forms stays: nobody has left. */
export async function backToFirstStep(): Promise<void> {
  await api('POST /sign-out', {});
  halfwayStore.set(false);
}

/** Signing in or out in one tab is followed by the others. The active company is each tab's own. */
export const followOtherTabs = (onChange: () => void): void =>
  onOtherTab('auth', (stored) => {
    const uid = isRecord(stored) && isRecord(stored.user) ? stored.user.uid : null;
    if (uid !== (authStore.get().user?.uid ?? null)) onChange();
  });

export function chooseCompany(id: string): void {
  const { availableCompanies } = companiesStore.get();
  const activeCompany = availableCompanies.find((company) => company.id === id);
  if (activeCompany) setCompanies({ availableCompanies, activeCompany });
}

const drops: (() => void)[] = [];

/** What is kept of a person's world elsewhere, such as answers of the server, goes with it. */
export const onForget = (drop: () => void): void => {
  drops.push(drop);
};

function forget(): void {
  preferredId = null;
  setCompanies(noCompanies);
  for (const drop of drops) drop();
}

// An answer that says nothing new wakes nobody: the session is asked for every few seconds on some pages.
function setAuth(next: Auth): void {
  if (JSON.stringify(next) !== JSON.stringify(authStore.get())) authStore.set(next);
}

function setCompanies(next: Companies): void {
  if (JSON.stringify(next) !== JSON.stringify(companiesStore.get())) companiesStore.set(next);
}
