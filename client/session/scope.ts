// What an open browser does when the role, the membership or the plan of its person is another: what was fetched under the
// old one goes, and the person is told. The guard then judges the page again.

import type { SessionCompany } from '#contract/session.ts';
import { m } from '#locales/messages.js';
import { authStore, companiesStore, refreshSession } from '../auth.ts';
import { explainUpgrade, showToast } from '../shell/toast.ts';
import { roleLabel } from '../ui/labels.ts';

export type Scope = {
  uid: string | null;
  active: Pick<SessionCompany, 'id' | 'name' | 'role' | 'plan'> | null;
  companyIds: readonly string[];
};

export type ScopeChange = 'role' | 'plan' | 'membership';

/** Null also where the person chose another company or is another: then nothing of theirs was changed. */
export function changeBetween(before: Scope, after: Scope): ScopeChange | null {
  if (!before.active || before.uid === null || before.uid !== after.uid) return null;
  if (!after.companyIds.includes(before.active.id)) return 'membership';
  if (after.active?.id !== before.active.id) return null;
  if (after.active.role !== before.active.role) return 'role';
  return after.active.plan === before.active.plan ? null : 'plan';
}

const scopeNow = (): Scope => {
  const { availableCompanies, activeCompany } = companiesStore.get();
  return {
    uid: authStore.get().user?.uid ?? null,
    active: activeCompany,
    companyIds: availableCompanies.map(({ id }) => id),
  };
};

let seen = scopeNow();

const listeners: ((change: ScopeChange) => void)[] = [];

/** For what keeps answers of the server. */
export const onScopeChange = (listener: (change: ScopeChange) => void): void => {
  listeners.push(listener);
};

/** Before anything is drawn under the new scope. `isLeft`: the page that is shown is no longer the person's. */
export function followScope({ isLeft }: { isLeft: boolean }): void {
  const [before, after] = [seen, scopeNow()];
  seen = after;
  watchForCompany(after);
  const change = changeBetween(before, after);
  if (change === null) return;
  for (const listener of listeners) listener(change);
  if (change === 'plan') {
    if (isLeft) explainUpgrade();
    return;
  }
  const company = before.active?.name ?? '';
  const told =
    change === 'membership' || !after.active
      ? m.session_membership_ended({ company })
      : m.session_role_changed({ company, role: roleLabel(after.active.role) });
  showToast(isLeft && change === 'role' ? `${told} ${m.session_page_left()}` : told, { type: 'warning' });
}

const askAgainMs = 4_000;
let timer: ReturnType<typeof setInterval> | undefined;

/** Without a company there is no live stream that would tell of the first one. */
function watchForCompany({ uid, active }: Scope): void {
  clearInterval(timer);
  if (uid === null || active) return;
  timer = setInterval(() => {
    if (!document.hidden) refreshSession().catch(() => {});
  }, askAgainMs);
}
