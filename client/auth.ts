// The signed-in user, their companies and the active company: the stores `auth` and `app-store`.
// They are changed only by acceptSession, clearSession and chooseCompany.

import type { Session, SessionCompany } from '#contract/identity.ts';
import { minPasswordLength } from '#domain/password-length.ts';
import type { Action, Role } from '#domain/permissions.ts';
import type { RegistrationMode } from '#domain/registration.ts';
import { api, writesSettled } from './api.ts';
import { acceptSettings, clearSettings } from './settings/settings-save.ts';
import {
  createPersistentStore,
  createStore,
  isRecord,
  onStorageChange,
  tabStorage,
  useStore,
  writeStored,
} from './storage.ts';
import { abandonTokenSync, endTokenSync, updateTokenSync } from './token-sync/token-sync.ts';

export type User = NonNullable<Session['user']>;

type Auth = { isAuthenticated: boolean; isFetchingAuth: boolean; user: User | null; roles: Record<string, Role> };
type Companies = { availableCompanies: SessionCompany[]; activeCompany: SessionCompany | null };

const signedOut: Auth = { isAuthenticated: false, isFetchingAuth: false, user: null, roles: {} };
const noCompanies: Companies = { availableCompanies: [], activeCompany: null };

let wasStoredSignedIn = false;

// What an earlier visit stored is only a hint: until the server has responded, nobody is signed in.
export const authStore = createPersistentStore<Auth>('auth', (stored) => {
  wasStoredSignedIn = isRecord(stored) && stored.isAuthenticated === true;
  return { ...signedOut, isFetchingAuth: true };
});

// Only the id of the active company is read back; names, roles and plans come from the server.
let preferredId: unknown = null;

export const companiesStore = createPersistentStore<Companies>('app-store', (stored) => {
  preferredId = isRecord(stored) && isRecord(stored.activeCompany) ? stored.activeCompany.id : null;
  return noCompanies;
});

/** The password was accepted in this browser, and the code of the second factor is still missing. */
const secondFactorStore = createStore(false);

/** Who may register on this server. Known before the server has responded where the document says it. */
export const registrationStore = createStore(registrationOfDocument());

export const useRegistration = (): RegistrationMode => useStore(registrationStore);

/** Minimum length of a new password on this server. */
export const minPasswordLengthStore = createStore(minPasswordLength);

export const useNeedsSecondFactor = (): boolean => useStore(secondFactorStore);

/** Whether an earlier visit ended signed in: a guess at which page will be shown. */
export const wasSignedIn = (): boolean => wasStoredSignedIn;

export const useAuth = (): Auth => useStore(authStore);

export const useCompanies = (): Companies => useStore(companiesStore);

/** The user, on pages that require sign-in. */
export function useUser(): User {
  const { user } = useAuth();
  if (!user) throw new Error('This page requires a signed-in user.');
  return user;
}

/** The active company, on pages that require one. */
export function useCompany(): SessionCompany {
  const { activeCompany } = useCompanies();
  if (!activeCompany) throw new Error('This page requires an active company.');
  return activeCompany;
}

/** Whether the server grants the action in the active company, in any scope. On pages that require a company. */
export const useCan = (action: Action): boolean => useCompany().scopes[action] !== undefined;

/** `data-registration` of the prerendered pages (see signed-out/prerender.tsx, which has no document itself). */
function registrationOfDocument(): RegistrationMode {
  const stated = globalThis.document?.documentElement.dataset.registration;
  return stated === 'invited' || stated === 'closed' ? stated : 'open';
}

// Responses may arrive out of order: one to an older request than the last one accepted is stale.
let lastRequest = 0;
let lastAccepted = 0;

/** Upper limit of waiting for writes before the end of a session is shown. */
const maxWriteWaitMs = 10_000;

/** While signing out, responses about the session are ignored. */
let isSigningOut = false;

export function acceptSession(session: Session): void {
  lastAccepted = ++lastRequest;
  applySession(session);
}

function applySession(session: Session): void {
  secondFactorStore.set(session.needsSecondFactor === true);
  minPasswordLengthStore.set(session.passwordMinLength ?? minPasswordLength);
  registrationStore.set(session.registration ?? 'open');
  if (!session.user) {
    // Also removes what an earlier visit stored, when its session has ended since.
    if (authStore.get().isAuthenticated || wasStoredSignedIn) clearSession();
    else setAuth(signedOut);
    return;
  }
  const { uid } = session.user;
  const isOtherUser = authStore.get().user !== null && authStore.get().user?.uid !== uid;
  if (isOtherUser) clearUser();
  removeDrafts((key) => key.startsWith(`draft:${uid}:`));
  lastUid = uid;
  signedOutHere = false;
  const preferred = companiesStore.get().activeCompany?.id ?? preferredId;
  const activeCompany = session.companies.find(({ id }) => id === preferred) ?? session.companies[0] ?? null;
  setCompanies({ availableCompanies: session.companies, activeCompany });
  acceptSettings(session.user.uid, session.user.settings);
  updateTokenSync(session);
  setAuth({ isAuthenticated: true, isFetchingAuth: false, user: session.user, roles: session.roles });
  if (isOtherUser) deleteCopy();
}

/**
 * After sign-out, or when the session has ended. Only form drafts stay, in the same tab and for the same user.
 */
export function clearSession(): void {
  wasStoredSignedIn = false;
  lastAccepted = ++lastRequest;
  clearUser();
  setAuth(signedOut);
  deleteCopy();
  clearSettings();
  abandonTokenSync();
}

export async function refreshSession(): Promise<void> {
  const request = ++lastRequest;
  const session = await fetchSession();
  if (request < lastAccepted || isSigningOut) return;
  lastAccepted = request;
  applySession(session);
}

/**
 * A write such as a new password replaces the session, and its response sets the cookie of the new one. A request sent before
 * that response is answered as signed out, so the end of a session is shown only after a second answer.
 */
async function fetchSession(): Promise<Session> {
  const session = await api('GET /session', {});
  if (session.user || !authStore.get().isAuthenticated) return session;
  await Promise.race([writesSettled(), new Promise((resolve) => setTimeout(resolve, maxWriteWaitMs))]);
  return api('GET /session', {});
}

export async function signOut(): Promise<void> {
  isSigningOut = true;
  try {
    await endTokenSync();
    await api('POST /sign-out', {});
    endSession();
  } finally {
    isSigningOut = false;
  }
}

/** The user ended the session in this tab: form drafts are removed as well. */
export function endSession(): void {
  signedOutHere = true;
  clearSession();
  removeDrafts(() => false);
}

/** Leaves the second-factor step. Form drafts stay. */
export async function backToFirstStep(): Promise<void> {
  await api('POST /sign-out', {});
  secondFactorStore.set(false);
}

/** `onChange` runs when another tab stored another user or other companies. Each tab has its own active company. */
export function onSessionChangedInOtherTab(onChange: () => void): void {
  const differs = (stored: unknown, own: unknown) => JSON.stringify(stored) !== JSON.stringify(own);
  onStorageChange('auth', (stored) => {
    const { user, roles } = authStore.get();
    const [theirUser, theirRoles] = isRecord(stored) ? [stored.user, stored.roles] : [null, {}];
    if (differs([theirUser, theirRoles], [user, roles])) onChange();
  });
  onStorageChange('app-store', (stored) => {
    const theirs = isRecord(stored) ? stored.availableCompanies : [];
    if (differs(theirs, companiesStore.get().availableCompanies)) onChange();
  });
}

export function chooseCompany(id: string): void {
  const { availableCompanies } = companiesStore.get();
  const activeCompany = availableCompanies.find((company) => company.id === id);
  if (activeCompany) setCompanies({ availableCompanies, activeCompany });
}

/** Of the worklogs of the user (worklogs/offline/): after the store says that they are signed out, so that no tab writes it again. */
function deleteCopy(): void {
  try {
    indexedDB.deleteDatabase('daybook-copy');
  } catch {
    // Storage is denied: there is none.
  }
}

let lastUid: string | null = null;
let signedOutHere = false;

/** The user whom this document showed last, also after the end of the session. */
export const lastUserId = (): string | null => lastUid;

/** Whether the user signed out in this document: then the page they left is not a destination to return to. */
export const hasSignedOut = (): boolean => signedOutHere;

const removeDrafts = (isKept: (key: string) => boolean): void => tabStorage.removeAll('draft:', isKept);

const userChangeListeners: (() => void)[] = [];

/** Called when the session ends or another user signs in, for caches of personal data. */
export const onUserChange = (listener: () => void): void => {
  userChangeListeners.push(listener);
};

function clearUser(): void {
  preferredId = null;
  companiesStore.set(noCompanies);
  tabStorage.removeAll('finder:');
  // Written by boot.js.
  writeStored('first-requests', null);
  for (const listener of userChangeListeners) listener();
}

// Equal values notify no subscriber: some pages request the session every few seconds.
function setAuth(next: Auth): void {
  if (JSON.stringify(next) !== JSON.stringify(authStore.get())) authStore.set(next);
}

function setCompanies(next: Companies): void {
  if (JSON.stringify(next) !== JSON.stringify(companiesStore.get())) companiesStore.set(next);
}
