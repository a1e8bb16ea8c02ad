// What waits on this device, as one part of the application: loaded as a whole after the page, because nothing can be loaded when the
// connection is gone.

import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { m } from '#locales/messages.js';
import { companiesStore } from '../../auth.ts';
import { pathTo } from '../../routes.ts';
import { askBeforeSignOut } from '../../shell/sign-out.ts';
import { setTimerKeeper } from '../../timers/on-device.ts';
import { showToast } from '../../toast.ts';
import { keepOfflineCopy } from '../offline/keep-copy.ts';
import { startFromOfflineCopy } from '../offline/read-copy.ts';
import { claimSharedFiles } from '../receipts/shared-files.ts';
import { keepCopiesForLater } from './copies.ts';
import { watchClock } from './device-clock.ts';
import { filesOf } from './files.ts';
import { findConnectionAgain } from './health.ts';
import { keepChangeForLater, keepForLater, keepWithdrawalForLater, resend, submitAgain } from './keep.ts';
import type { KeptLost } from './lost.ts';
import { UnsentWithoutCompany } from './OtherCompanies.tsx';
import { keepSending, type SentCounts } from './sending.ts';
import { mayLeaveUnsent } from './sign-out-question.tsx';
import { unsentListStore } from './store.ts';
import { measureTimersAgain, showTimers, timerParts } from './timers.tsx';
import { UnsentList } from './UnsentList.tsx';

unsentListStore.set(UnsentList);
askBeforeSignOut(mayLeaveUnsent);
setTimerKeeper(timerParts);
showTimers();

export const unsentParts = {
  UnsentWorklogs,
  UnsentWithoutCompany,
  mayLeaveUnsent,
  keepForLater,
  keepCopiesForLater,
  keepChangeForLater,
  keepWithdrawalForLater,
  resend,
  submitAgain,
  filesOf,
  startFromOfflineCopy,
};

/** Sends what waits on this device as long as the person is signed in. Shows nothing: the list is on the worklogs page. */
function UnsentWorklogs({ personId }: { personId: string }) {
  const { history } = useRouter();
  const showList = () => {
    const { activeCompany } = companiesStore.get();
    // Both pages show what waits.
    const path = pathTo(activeCompany?.scopes['worklogs.submit'] ? '/worklogs' : '/dashboard');
    return { label: m.worklogs_show(), run: () => history.push(path) };
  };
  const announce = useEffectEvent(({ sent, refused }: SentCounts) => {
    if (refused === 0) showToast(m.unsent_sent_count({ count: sent }), { type: 'success' });
    else if (!isInSight('[data-unsent] [data-refused=true]'))
      showToast(m.unsent_refused_count({ count: refused }), { type: 'warning', action: showList() });
  });
  const announceLost = useEffectEvent(({ worklogs, changes }: KeptLost) => {
    if (isInSight('[data-lost=true]')) return;
    const text = worklogs > 0 ? m.lost_count({ count: worklogs }) : m.lost_changes_count({ count: changes });
    showToast(text, { type: 'warning', action: showList() });
  });
  useEffect(() => keepSending(personId, (sent) => announce(sent)), [personId]);
  useEffect(() => watchClock(measureTimersAgain), []);
  useEffect(() => findConnectionAgain(), []);
  useEffect(() => keepOfflineCopy(personId, (kept) => announceLost(kept)), [personId]);
  useEffect(() => void claimSharedFiles(personId).catch(() => {}), [personId]);
  return null;
}

/** Where the list already shows one, a toast would only cover its buttons on a phone. */
const isInSight = (selector: string): boolean =>
  [...document.querySelectorAll(selector)].some((state) => {
    const { left, top, height } = state.getBoundingClientRect();
    return document.elementFromPoint(left + 1, top + height / 2) === state;
  });
