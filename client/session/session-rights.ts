// Handles a change of role, membership, plan or policy while the app is open: cached data of the previous rights is dropped and the user
// is notified. The guard then evaluates the page again.

import type { SessionCompany } from '#contract/identity.ts';
import { m } from '#locales/messages.js';
import { authStore, companiesStore, refreshSession } from '../auth.ts';
import { roleLabel } from '../role-labels.ts';
import { showSeatsToast, showToast } from '../toast.ts';

export type SessionRights = {
  uid: string | null;
  active: Pick<SessionCompany, 'id' | 'name' | 'role' | 'plan' | 'scopes'> | null;
  companyIds: readonly string[];
};

/** `rights`: the same role may do other things, by a policy of the company. */
export type RightsChange = 'role' | 'plan' | 'membership' | 'rights';

/** Null also when the user chose another company or another user signed in: those are not changes of rights. */
export function rightsChangeBetween(before: SessionRights, after: SessionRights): RightsChange | null {
  if (!before.active || before.uid === null || before.uid !== after.uid) return null;
  if (!after.companyIds.includes(before.active.id)) return 'membership';
  if (after.active?.id !== before.active.id) return null;
  if (after.active.role !== before.active.role) return 'role';
  if (after.active.plan !== before.active.plan) return 'plan';
  return isSameGrants(before.active.scopes, after.active.scopes) ? null : 'rights';
}

const isSameGrants = (before: SessionCompany['scopes'], after: SessionCompany['scopes']): boolean =>
  JSON.stringify(Object.entries(before).sort()) === JSON.stringify(Object.entries(after).sort());

const currentRights = (): SessionRights => {
  const { availableCompanies, activeCompany } = companiesStore.get();
  return {
    uid: authStore.get().user?.uid ?? null,
    active: activeCompany,
    companyIds: availableCompanies.map(({ id }) => id),
  };
};

let current = currentRights();

const listeners: ((change: RightsChange) => void)[] = [];

/** For caches of server data. */
export const onRightsChange = (listener: (change: RightsChange) => void): void => {
  listeners.push(listener);
};

/** Called before anything is rendered with the new rights. `isPageLost`: the guard refuses the current page now. */
export function applyRightsChange({ isPageLost }: { isPageLost: boolean }): void {
  const [before, after] = [current, currentRights()];
  current = after;
  pollForCompany(after);
  const change = rightsChangeBetween(before, after);
  if (change === null) return;
  for (const listener of listeners) listener(change);
  const company = before.active?.name ?? '';
  if (change === 'plan') {
    if (isPageLost) showPlanLost(company, after.active);
    return;
  }
  if (change === 'rights') {
    if (isPageLost) showToast(`${m.session_rights_changed({ company })} ${m.session_page_left()}`, { type: 'warning' });
    return;
  }
  const message =
    change === 'membership' || !after.active
      ? m.session_membership_ended({ company })
      : m.session_role_changed({ company, role: roleLabel(after.active.role) });
  showToast(isPageLost && change === 'role' ? `${message} ${m.session_page_left()}` : message, { type: 'warning' });
}

/** Who may choose seats is on /upgrade now. */
function showPlanLost(company: string, active: SessionRights['active']): void {
  if (active?.scopes['billing.manage']) showToast(m.session_plan_free({ company }), { type: 'warning' });
  else showSeatsToast();
}

const pollMs = 4_000;
let pollTimer: ReturnType<typeof setInterval> | undefined;

/** Polls, because without a company there is no live stream that would report the first one. */
function pollForCompany({ uid, active }: SessionRights): void {
  clearInterval(pollTimer);
  if (uid === null || active) return;
  pollTimer = setInterval(() => {
    if (!document.hidden) refreshSession().catch(() => {});
  }, pollMs);
}
